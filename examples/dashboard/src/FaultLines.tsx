import type { Fault } from './relay/fault.ts';
import { writtenTimes } from './written.ts';

/** How the gateway names what these pages call otherwise. */
const words: readonly (readonly [gateway: string, page: string])[] = [
  ['Funding instrument', 'The payer'],
  ['Start time', 'The start'],
  ['End time', 'The end'],
  ['Promoted tweet ids', 'The posts'],
  ['Targeting criteria', 'The targeting'],
];

/** A sentence of the gateway in the words of the page: "The payer must not be empty." */
const inWords = (message: string): string => {
  const [gateway, page] = words.find(([name]) => message.startsWith(`${name} `)) ?? ['', ''];
  return writtenTimes(page + message.slice(gateway.length));
};

/** What is wrong, a line for each fault. */
export const FaultLines = ({ faults }: { readonly faults: readonly Fault[] }) =>
  faults.map(({ message }) => (
    <p key={message} className="fault">
      {inWords(message)}
    </p>
  ));
