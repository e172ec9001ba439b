import { graphql } from './graphql.ts';

/** A document of gql.tada, for its project in `built/tada`. */
export const daysDocument = graphql(`
  query TadaDays($accountId: ID!) {
    account(id: $accountId) {
      campaigns(first: 1) {
        nodes {
          name
          dailyBudget { micros }
          stats(range: { lastDays: 2 }) { days { date } }
        }
      }
    }
  }
`);
