import { graphql } from './built/tada/graphql.ts';

/** A document of gql.tada, which its project in `built/tada` includes. */
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
