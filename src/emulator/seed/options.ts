/** A value that criteria of a type without a list may have, and its name. */
interface FixedOption {
  readonly type: string;
  readonly value: string;
  readonly name: string;
}

const plain = (type: string, values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([value, name]): FixedOption => ({ type, value, name }));

const options: readonly FixedOption[] = [
  ...plain('AGE', {
    AGE_18_TO_24: '18 to 24',
    AGE_25_TO_34: '25 to 34',
    AGE_25_TO_49: '25 to 49',
    AGE_35_TO_49: '35 to 49',
    AGE_OVER_50: 'Over 50',
  }),
  ...plain('GENDER', { '1': 'Male', '2': 'Female' }),
  ...plain('NETWORK_ACTIVATION_DURATION', { '1': 'Within 1 month', '6': 'Within 6 months' }),
];

/** The option of a type with this value, in upper or lower case; undefined if none is known. */
export const optionOf = (type: unknown, value: string): FixedOption | undefined =>
  options.find((one) => one.type === type && one.value.toLowerCase() === value.toLowerCase());

/** The options of such a type. */
export const optionsOf = (type: string): readonly FixedOption[] =>
  options.filter((one) => one.type === type);
