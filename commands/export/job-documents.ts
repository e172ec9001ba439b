import { type TrustedText, trusted } from '../trusted-text.ts';
import { figuresOf, fullTable, made, nameOf, plainDocuments, selectionOf } from './documents.ts';
import { type DayTable, tables } from './tables.ts';

/** Whether the caller may begin jobs. */
export const viewerDocument = trusted('query ExportViewer { viewer { mayWrite } }');

/** Begins a job of the API, which computes results. */
export const beginJobDocument = trusted(
  `mutation ExportBeginJob($input: CreateStatsJobInput!) {
  createStatsJob(input: $input) { outcome errors { code message } statsJob { restId } }
}`,
);

/** The type of the graph that has the results of a table: `PromotedTweet`. */
const typeOf = ({ of }: DayTable): string =>
  of.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

const ofJob = (table: DayTable): TrustedText => {
  const { variables, selection } = figuresOf(table);
  const { currency } = table;
  const entity =
    currency === null
      ? ''
      : ` entity { ... on ${typeOf(table)} { ${selectionOf([{ field: currency }])} } }`;
  return trusted(
    `query ${nameOf(`${table.of}_days`, 'job')}($account: ID!, $jobs: [ID!]!${variables}) {
  account(id: $account, withDeleted: true) {
    jobs: statsJobs(first: 1, jobIds: $jobs) {
      nodes { status results { entityId${entity} segment { name value } ${selection} } }
    }
  }
}`,
  );
};

const jobTexts = made(ofJob);

/** How a job about a table has ended, and its results. */
export const jobDocument = (table: DayTable): TrustedText => jobTexts(table.of, fullTable(table));

/** Every document that an export sends, by its id. */
export const exportDocuments = (): Readonly<Record<string, string>> => {
  const ofJobs = tables.flatMap((table) => (table.kind === 'days' ? [jobDocument(table)] : []));
  const every = [...plainDocuments(), viewerDocument, beginJobDocument, ...ofJobs];
  return Object.fromEntries(every.map(({ id, text }) => [id, text]));
};
