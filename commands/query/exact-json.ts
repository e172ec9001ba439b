/** The members of JSON that the types of TypeScript lack. */
interface ExactJson {
  readonly parse: (
    text: string,
    revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ) => unknown;
  readonly rawJSON: (text: string) => unknown;
  readonly isRawJSON: (value: unknown) => boolean;
}

const json = JSON as unknown as ExactJson;

/** Reads JSON and keeps every digit: numbers beyond 2^53 become what JSON.stringify writes so. */
export const parseExactly = (text: string): unknown =>
  json.parse(text, (_key, value, { source = '' }) =>
    typeof value === 'number' && JSON.stringify(value) !== source ? json.rawJSON(source) : value,
  );

/** True if a value is such a number. */
export const isExactNumber = (value: unknown): boolean => json.isRawJSON(value);
