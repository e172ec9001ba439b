-- The files of `ads-graph export --out warehouse` as tables of DuckDB, for views.sql.
CREATE OR REPLACE VIEW campaigns AS
  FROM read_parquet('warehouse/campaigns/*.parquet', union_by_name = true);
CREATE OR REPLACE VIEW line_items AS
  FROM read_parquet('warehouse/line_items/*.parquet', union_by_name = true);
CREATE OR REPLACE VIEW promoted_tweets AS
  FROM read_parquet('warehouse/promoted_tweets/*.parquet', union_by_name = true);
CREATE OR REPLACE VIEW line_item_days AS
  FROM read_parquet(
    'warehouse/line_item_days/*/*.parquet', union_by_name = true, hive_partitioning = false);
CREATE OR REPLACE VIEW promoted_tweet_days AS
  FROM read_parquet(
    'warehouse/promoted_tweet_days/*/*.parquet', union_by_name = true, hive_partitioning = false);
