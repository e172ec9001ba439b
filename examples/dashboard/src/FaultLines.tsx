import type { Fault } from './relay/fault.ts';
import { writtenTimes } from './written.ts';

/** Names of the gateway that differ on these pages. */
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

/** The faults, one a line. */
export const FaultLines = ({ faults }: { readonly faults: readonly Fault[] }) =>
  faults.map(({ message }) => (
    <p key={message} className="fault">
      {inWords(message)}
    </p>
  ));
