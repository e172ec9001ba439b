# syntax=docker/dockerfile:1
# Needs nothing beyond the base image and the npm registry, and runs as a user without rights on a read-only file system.
FROM node:26.10.0-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --ignore-scripts && npm run prepack

FROM node:26.10.0-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 ADMIN_HOST=0.0.0.0 ADMIN_PORT=9464
WORKDIR /app
COPY package.json package-lock.json ./
# The server that lets agents in from outside is optional: a package is installed without it.
RUN npm pkg set dependencies.oidc-provider=9.13.3 && npm pkg delete devDependencies.oidc-provider workspaces \
  && npm install --omit=dev --ignore-scripts && npm cache clean --force
COPY --from=build /build/dist dist
# For agents and for spans; these are optional, too.
COPY --from=build /build/node_modules/@modelcontextprotocol node_modules/@modelcontextprotocol
COPY --from=build /build/node_modules/@opentelemetry node_modules/@opentelemetry
COPY --from=build /build/schema.graphql ./
# The user "node", by the number that runAsNonRoot asks for.
USER 1000:1000
EXPOSE 4000 9464
# Bash asks by itself, so that no check starts a Node.
HEALTHCHECK --interval=10s --timeout=2s --start-period=5s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/$ADMIN_HOST/$ADMIN_PORT && printf 'GET /livez HTTP/1.0\r\n\r\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
ENTRYPOINT ["node", "--max-semi-space-size=64", "--no-allocation-site-pretenuring", "dist/src/main.js"]
CMD ["start"]
