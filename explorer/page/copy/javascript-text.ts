import { type CopiedRequest, keyHeader } from './copied-request.ts';

/** A request as a module of JavaScript that prints its answer. */
export const javascriptText = (request: CopiedRequest): string =>
  `// JavaScript, as a module of Node or of a page.
const query = ${templateOf(request.query)};

const variables = ${literalOf(request.variables)};

${fetchCallOf(request)}
const { data, errors } = await response.json();
${printing}
`;

/** The code that prints an answer, in JavaScript and TypeScript. */
export const printing = `if (errors) console.error(errors);
console.log(JSON.stringify(data, null, 2));`;

/** A text as a template of JavaScript. */
export const templateOf = (text: string): string =>
  `\`${text.trim().replaceAll(/\\|`|\$\{/g, (sign) => `\\${sign}`)}\``;

/** JSON that is laid out, as JavaScript: names that need no quotes have none. */
export const literalOf = (json: string): string =>
  json.replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:');

/** The call of `fetch` for a request whose `query` and `variables` are constants. */
export const fetchCallOf = (request: CopiedRequest): string => {
  const { url, headers, operationName, hasPlaceholder } = request;
  const lines = headers.map(([name, value]) => `'${name}': ${JSON.stringify(value)},`);
  const [name, value] = keyHeader;
  const remark = `// '${name}': '${value}', if the gateway asks for a key`;
  const named = operationName === null ? '' : `, operationName: '${operationName}'`;
  return `const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    ${(hasPlaceholder ? lines : [...lines, remark]).join('\n    ')}
  },
  body: JSON.stringify({ query, variables${named} }),
});`;
};
