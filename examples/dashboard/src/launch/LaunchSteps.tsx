import type { WriteState } from '../relay/write.ts';
import { Status } from '../Status.tsx';
import type { Launched, Step } from './launched.ts';

const plural = (count: number, one: string, many: string): string =>
  count === 1 ? `one ${one}` : `${count} ${many}`;

const inLineItem =
  (what: string) =>
  ({ lineItem }: Step): string =>
    `${what} in line item ${(lineItem ?? 0) + 1}`;

const said: Readonly<Record<Step['step'], (step: Step) => string>> = {
  CAMPAIGN: () => 'Create the campaign',
  LINE_ITEMS: ({ items }) => `Create ${plural(items, 'line item', 'line items')}`,
  TARGETING: ({ items }) => `Add ${plural(items, 'targeting criterion', 'targeting criteria')}`,
  PROMOTED_TWEETS: ({ items, lineItem }) =>
    `Promote ${plural(items, 'post', 'posts')} in line item ${(lineItem ?? 0) + 1}`,
  PROMOTED_ACCOUNT: inLineItem('Promote a user'),
  MEDIA_CREATIVES: inLineItem('Show media'),
  CALL_TO_ACTION: inLineItem('Add the button'),
  TRACKING_TAGS: inLineItem('Add a tracking tag'),
  CURATED_CATEGORY: inLineItem('Add the curated category'),
  SCHEDULED_PROMOTED_TWEETS: inLineItem('Promote a scheduled post'),
  PLATFORMS: ({ items }) => `Remove ${plural(items, 'platform', 'platforms')} of apps`,
  ACTIVATE_LINE_ITEMS: ({ items }) => `Activate ${plural(items, 'line item', 'line items')}`,
  ACTIVATE_CAMPAIGN: () => 'Activate the campaign',
};

/** Scrolls to an element that has just appeared. */
export const show = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ block: 'nearest' });

interface Props {
  readonly write: WriteState<object, Launched>;
}

/** The steps of a launch as they end, with their outcomes. */
export const LaunchSteps = ({ write: { isUnderWay, soFar, ending } }: Props) => {
  const steps = soFar?.steps ?? (ending !== null && 'steps' in ending ? ending.steps : []);
  if (!isUnderWay && steps.length === 0) return null;
  return (
    <ol className="steps" aria-label="Steps" aria-busy={isUnderWay} aria-live="polite">
      {steps.map((step) => (
        <li key={step.index}>
          <Status value={step.outcome} /> {said[step.step](step)}
        </li>
      ))}
      {isUnderWay && (
        <li key={steps.length} ref={show} className="quiet">
          Running …
        </li>
      )}
    </ol>
  );
};
