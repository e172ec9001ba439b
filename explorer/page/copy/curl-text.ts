import { type CopiedRequest, keyHeader } from './copied-request.ts';

/** A text as one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A request as a command of curl, with the variables as they were typed. */
export const curlText = ({ url, headers, body, hasPlaceholder }: CopiedRequest): string => {
  const remark = `# Add -H '${keyHeader.join(': ')}' if the gateway asks for a key.\n`;
  const given = headers.map(([name, value]) => ` \\\n  -H ${quoted(`${name}: ${value}`)}`);
  const command = `curl ${quoted(url)}${given.join('')} \\\n  --data-raw ${quoted(body)}\n`;
  return hasPlaceholder ? command : remark + command;
};
