-- only ours
SELECT id FROM t WHERE org_id = :org_id;
