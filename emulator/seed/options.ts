/** A value that criteria of a type without a list may have, and its name. */
interface FixedOption {
  readonly type: string;
  readonly value: string;
  readonly name: string;
}

const plain = (type: string, values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([value, name]): FixedOption => ({ type, value, name }));

/** The oldest ages of a bucket, by the youngest. */
const ages: Readonly<Record<string, readonly number[]>> = {
  13: [24, 34, 49, 54],
  18: [24, 34, 49, 54],
  21: [34, 49, 54],
  25: [34, 49, 54],
  35: [49, 54],
};

const options: readonly FixedOption[] = [
  ...Object.entries(ages).flatMap(([from, ends]) =>
    ends.flatMap((to) => plain('AGE', { [`AGE_${from}_TO_${to}`]: `${from} to ${to}` })),
  ),
  ...[13, 18, 21, 25, 35, 50].flatMap((age) =>
    plain('AGE', { [`AGE_OVER_${age}`]: `Over ${age}` }),
  ),
  ...plain('ENGAGEMENT_TYPE', {
    IMPRESSION: 'Impression',
    ENGAGEMENT: 'Engagement',
    VIDEO_VIEW: 'Video view',
    VIDEO_VIEW_PARTIAL: 'Partial video view',
    VIDEO_VIEW_COMPLETE: 'Complete video view',
  }),
  ...plain('GENDER', { '1': 'Male', '2': 'Female' }),
  ...plain('NETWORK_ACTIVATION_DURATION', { '1': 'Within 1 month', '6': 'Within 6 months' }),
];

/** The option of a type with this value, in upper or lower case; undefined if none is known. */
export const optionOf = (type: unknown, value: string): FixedOption | undefined =>
  options.find((one) => one.type === type && one.value.toLowerCase() === value.toLowerCase());
