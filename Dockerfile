# syntax=docker/dockerfile:1
# Needs nothing beyond the base image and the npm registry, and runs as a user without rights on a read-only file system.
FROM node:26.10.0-slim AS build
WORKDIR /build
COPY . .
# The project's own Node is for machines without one.
RUN npm ci --ignore-scripts && npm run prepare && npm run prepack

FROM node:26.10.0-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 ADMIN_PORT=9464
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts && npm cache clean --force
COPY --from=build /build/dist dist
COPY --from=build /build/schema.graphql /build/subgraph.graphql ./
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=2s --start-period=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:9464/livez').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=64", "dist/main.js"]
CMD ["start"]
