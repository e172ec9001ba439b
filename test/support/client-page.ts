import { blocksOf } from './pages.ts';

const examples = blocksOf('client.md', 'ts');
const isOfApollo = (example: string): boolean => example.includes('ApolloLink');
const isOfTada = (example: string): boolean => example.includes('gql.tada');

/** The link for Apollo Client of docs/client.md. */
export const apolloLink = examples.find(isOfApollo) ?? '';

/** The function for documents of gql.tada of docs/client.md. */
export const tadaGraphql = examples.find(isOfTada) ?? '';

/** The other examples of docs/client.md, which together are one program. */
export const program = examples.filter((one) => !isOfApollo(one) && !isOfTada(one)).join('');

/** The output of that program. */
export const printed = `Nordlicht Bikes
40
REJECTED [ { message: 'Name must not be empty.', argument: 'input.name' } ]
REJECTED [ 'Name must not be empty.' ] 1
{ step: 'CAMPAIGN', outcome: 'APPLIED' }
APPLIED
`;
