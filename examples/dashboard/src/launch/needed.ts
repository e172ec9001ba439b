import type { Fault } from '../relay/fault.ts';

/** The fields that a launch needs, by the end of their names, and what to do if one is blank. */
const sentences = {
  'campaign.name': 'Enter a name.',
  'campaign.fundingInstrumentId': 'Choose who pays.',
  'lineItem.startTime': 'Enter a start.',
  'lineItem.endTime': 'Enter an end.',
} as const;

/** The faults of needed fields that are blank, among fields with these names. */
export const blankIn = (
  form: HTMLFormElement | null,
  names: readonly string[],
): readonly Fault[] => {
  const values = new FormData(form ?? undefined);
  return names
    .filter((name) => String(values.get(name) ?? '').trim() === '')
    .flatMap((name) =>
      Object.entries(sentences)
        .filter(([end]) => name.endsWith(end))
        .map(([, message]) => ({ message, argument: `input.${name}` })),
    );
};
