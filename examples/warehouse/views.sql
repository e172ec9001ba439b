-- The joins that most reports need, for Postgres (in the schema of the tables) and DuckDB.

DROP VIEW IF EXISTS line_item_report;
DROP VIEW IF EXISTS line_items_now;
DROP VIEW IF EXISTS post_days;

-- Line items with their campaign. A deleted campaign leaves its line items with deleted = false, but
-- nothing of it is shown any more: is_deleted says so.
CREATE VIEW line_items_now AS
SELECT
  line_items.account_id,
  line_items.id AS line_item_id,
  line_items.name AS line_item,
  line_items.campaign_id,
  campaigns.name AS campaign,
  line_items.objective,
  line_items.currency,
  line_items.deleted OR coalesce(campaigns.deleted, false) AS is_deleted,
  line_items.entity_status = 'ACTIVE' AND campaigns.entity_status = 'ACTIVE'
    AND NOT line_items.deleted AND NOT campaigns.deleted AS is_active
FROM line_items
LEFT JOIN campaigns
  ON campaigns.account_id = line_items.account_id AND campaigns.id = line_items.campaign_id;

-- Results of line items by day, with names, over all placements. Its sums are those of an account.
CREATE VIEW line_item_report AS
SELECT
  days.account_id,
  days.date,
  days.line_item_id,
  items.line_item,
  items.campaign_id,
  items.campaign,
  items.is_deleted,
  days.currency,
  sum(days.impressions) AS impressions,
  sum(days.clicks) AS clicks,
  sum(days.billed_charge_local_micro) AS spend_local_micro,
  sum(days.billed_charge) AS spend
FROM line_item_days AS days
LEFT JOIN line_items_now AS items
  ON items.account_id = days.account_id AND items.line_item_id = days.line_item_id
GROUP BY
  days.account_id, days.date, days.line_item_id, items.line_item, items.campaign_id,
  items.campaign, items.is_deleted, days.currency;

-- Results of posts by day. Each promotion of a post has the figures of all its promotions, so they
-- are taken once. A sum over posts counts nothing twice; one over promoted_tweet_days does.
CREATE VIEW post_days AS
SELECT
  days.account_id,
  promoted_tweets.tweet_id,
  days.date,
  days.placement,
  days.currency,
  count(*) AS promotions,
  max(days.impressions) AS impressions,
  max(days.engagements) AS engagements,
  max(days.clicks) AS clicks,
  max(days.billed_charge_local_micro) AS spend_local_micro,
  max(days.billed_charge) AS spend
FROM promoted_tweet_days AS days
JOIN promoted_tweets
  ON promoted_tweets.account_id = days.account_id
  AND promoted_tweets.id = days.promoted_tweet_id
GROUP BY
  days.account_id, promoted_tweets.tweet_id, days.date, days.placement, days.currency;
