import { useRelayEnvironment } from 'react-relay';
import { showFirst } from './relay/lists.ts';
import { useRange } from './use-range.ts';

/** A function that shows a created campaign first in a list, once its write has ended. */
export const useShownCampaign = (connection: string) => {
  const environment = useRelayEnvironment();
  const range = useRange();
  return (ending: object): void => {
    const made = 'campaign' in ending ? (ending.campaign as { readonly id: string } | null) : null;
    // A new campaign has achieved nothing so far.
    showFirst(environment, connection, { made, without: ['stats', { range }] });
  };
};

/** The id of the element that shows a campaign in the list. */
export const rowOf = (id: string): string => `row of ${id}`;

/** Moves the focus to a campaign in the list, once the page has shown it. */
export const focusCampaign = (id: string): void => {
  setTimeout(() =>
    document.getElementById(rowOf(id))?.querySelector<HTMLElement>('[aria-expanded]')?.focus(),
  );
};
