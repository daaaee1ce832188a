-- Fixtures of the warehouse app. Load after the DDL of SPEC.md. Deterministic.
-- Now of every check: 2025-06-15 12:00:00+00. Sentinels: SENTINEL-B marks rows of the second organisation,
-- SENTINEL-<reason> marks rows or values of the first one that must stay hidden.
--
-- Organisations   1 Harbour Cold (A)   2 Brightline (B)   3 Cinder (empty)
-- Facilities      A: LAX1, RTM1        B: LAX1, OSL1
-- Staff           11 Ana   supervisor A LAX1, supervisor B LAX1, clearance CAGE
--                 12 Bo    picker A LAX1, clearance CAGE of A RTM1 only
--                 13 Cy    picker A LAX1, clearance CAGE
--                 14 Di    receiver A LAX1, picker A RTM1
--                 15 Ed    quality A LAX1
--                 16 Fay   auditor A LAX1, clearance CAGE until exactly now
--                 17 Gil   supervisor, picker and auditor A RTM1
--                 18 Hal   supervisor and picker A LAX1 until exactly now
--                 19 Ida   supervisor and picker A LAX1, revoked
--                 20 Jo    supervisor and picker A LAX1 from tomorrow on
--                 21 Kai   supervisor and picker B LAX1
--                 22 Lu    no post
--                 23 Mo    picker A LAX1 from exactly now on, clearance CAGE revoked
--                 24 Ned   supervisor A LAX1, plans waves, clearance YARD
--                 25 Pru   picker A LAX1, clearance CAGE from tomorrow on
--                 26 Rob   picker A LAX1, clearance CAGE until exactly now
-- Operators       31 Oz    A LAX1 stock and inbound, A RTM1 stock
--                 32 Pia   A LAX1 stock
--                 33 Quinn A LAX1 both, until exactly now
--                 34 Rex   A LAX1 both, revoked
--                 35 Sue   A RTM1 both, B LAX1 both
--                 36 Tom   A LAX1 both, from tomorrow on
--                 37 Uma   A LAX1 inbound
--                 39 Val, 40 Wes and 41 Xan   A LAX1 stock; clearance CAGE until exactly now, from tomorrow on, revoked
-- Bo and Pia have a clearance for CAGE of B LAX1. VAULT and the bins V-01 and D-99 of B are open and live, those of A LAX1 are not.

INSERT INTO orgs (id, name) VALUES (1, 'Harbour Cold'), (2, 'SENTINEL-B Brightline'), (3, 'Cinder');

INSERT INTO users (id, login, full_name, pin_hash)
SELECT v.id, lower(v.name) || '@wh.test', v.name, 'SENTINEL-PIN-' || v.id
FROM (VALUES (11, 'Ana'), (12, 'Bo'), (13, 'Cy'), (14, 'Di'), (15, 'Ed'), (16, 'Fay'), (17, 'Gil'), (18, 'Hal'),
             (19, 'Ida'), (20, 'Jo'), (21, 'Kai'), (22, 'Lu'), (23, 'Mo'), (24, 'Ned'), (31, 'Oz'), (32, 'Pia'),
             (33, 'Quinn'), (34, 'Rex'), (35, 'Sue'), (36, 'Tom'), (37, 'Uma'),
             (25, 'Pru'), (26, 'Rob'), (39, 'Val'), (40, 'Wes'), (41, 'Xan')) AS v (id, name);

INSERT INTO facilities (org_id, fac, time_zone, alarm_code) VALUES
  (1, 'LAX1', 'America/Los_Angeles', 'SENTINEL-ALARM'), (1, 'RTM1', 'Europe/Amsterdam', 'SENTINEL-ALARM'),
  (2, 'LAX1', 'America/Los_Angeles', 'SENTINEL-ALARM'), (2, 'OSL1', 'Europe/Oslo', 'SENTINEL-ALARM');

INSERT INTO posts (org_id, fac, user_id, duty, starts_at, ends_at, revoked_at) VALUES
  (1, 'LAX1', 11, 'supervisor', '2025-01-01 00:00+00', NULL, NULL),
  (2, 'LAX1', 11, 'supervisor', '2025-01-01 00:00+00', NULL, NULL),
  (1, 'LAX1', 12, 'picker',     '2025-01-01 00:00+00', '2026-01-01 00:00+00', NULL),
  (1, 'LAX1', 13, 'picker',     '2025-01-01 00:00+00', '2025-06-15 12:00:00.000001+00', NULL),
  (1, 'LAX1', 14, 'receiver',   '2025-01-01 00:00+00', NULL, NULL),
  (1, 'RTM1', 14, 'picker',     '2025-01-01 00:00+00', NULL, NULL),
  (1, 'LAX1', 15, 'quality',    '2025-01-01 00:00+00', NULL, NULL),
  (1, 'LAX1', 16, 'auditor',    '2025-01-01 00:00+00', NULL, NULL),
  (1, 'RTM1', 17, 'supervisor', '2025-01-01 00:00+00', NULL, NULL),
  (1, 'RTM1', 17, 'picker',     '2025-01-01 00:00+00', NULL, NULL),
  (1, 'RTM1', 17, 'auditor',    '2025-01-01 00:00+00', NULL, NULL),
  (1, 'LAX1', 18, 'supervisor', '2025-01-01 00:00+00', '2025-06-15 12:00+00', NULL),
  (1, 'LAX1', 18, 'picker',     '2025-01-01 00:00+00', '2025-06-15 12:00+00', NULL),
  (1, 'LAX1', 19, 'supervisor', '2025-01-01 00:00+00', NULL, '2025-06-01 00:00+00'),
  (1, 'LAX1', 19, 'picker',     '2025-01-01 00:00+00', '2026-01-01 00:00+00', '2025-06-01 00:00+00'),
  (1, 'LAX1', 20, 'supervisor', '2025-06-16 00:00+00', NULL, NULL),
  (1, 'LAX1', 20, 'picker',     '2025-06-16 00:00+00', '2026-01-01 00:00+00', NULL),
  (1, 'LAX1', 25, 'picker',     '2025-01-01 00:00+00', NULL, NULL),
  (1, 'LAX1', 26, 'picker',     '2025-01-01 00:00+00', NULL, NULL),
  (2, 'LAX1', 21, 'supervisor', '2025-01-01 00:00+00', NULL, NULL),
  (2, 'LAX1', 21, 'picker',     '2025-01-01 00:00+00', NULL, NULL),
  (1, 'LAX1', 23, 'picker',     '2025-06-15 12:00+00', NULL, NULL),
  (1, 'LAX1', 24, 'supervisor', '2025-01-01 00:00+00', NULL, NULL);

INSERT INTO contracts (org_id, contract_no, fac, operator, people, scopes, starts_at, ends_at, revoked_at) VALUES
  (1, 1, 'LAX1', 'Oxbow Logistics', '{31,38}', '{stock,inbound}', '2025-06-15 12:00+00', '2025-12-31 00:00+00', NULL),
  (1, 2, 'LAX1', 'Piston Cargo',    '{32}',    '{stock}',         '2025-01-01 00:00+00', NULL, NULL),
  (1, 3, 'LAX1', 'Quay Partners',   '{33}',    '{stock,inbound}', '2025-01-01 00:00+00', '2025-06-15 12:00+00', NULL),
  (1, 4, 'LAX1', 'Rapid Storage',   '{34}',    '{stock,inbound}', '2025-01-01 00:00+00', '2026-01-01 00:00+00', '2025-06-01 00:00+00'),
  (1, 5, 'RTM1', 'Sundock',         '{35}',    '{stock,inbound}', '2025-01-01 00:00+00', NULL, NULL),
  (2, 1, 'LAX1', 'Sundock',         '{35}',    '{stock,inbound}', '2025-01-01 00:00+00', NULL, NULL),
  (1, 6, 'LAX1', 'Tarn Freight',    '{36}',    '{stock,inbound}', '2025-06-16 00:00+00', NULL, NULL),
  (1, 9, 'LAX1', 'Xylem Stores',    '{39,40,41}', '{stock}',      '2025-01-01 00:00+00', NULL, NULL),
  (1, 7, 'LAX1', 'Umber Lines',     '{37}',    '{inbound}',       '2025-01-01 00:00+00', NULL, NULL),
  (1, 8, 'RTM1', 'Oxbow Logistics', '{31}',    '{stock}',         '2025-01-01 00:00+00', NULL, NULL);

-- YARD is the root of A LAX1. NEW has not been classified. B hangs an annex under a zone of the same code.
INSERT INTO zones (org_id, fac, zone, parent_zone, title, secure) VALUES
  (1, 'LAX1', 'YARD',  NULL,   'Whole site',     false),
  (1, 'LAX1', 'DRY',   'YARD', 'Dry hall',       false),
  (1, 'LAX1', 'DRY-1', 'DRY',  'Dry hall row 1', false),
  (1, 'LAX1', 'CAGE',  'YARD', 'Cage',           true),
  (1, 'LAX1', 'VAULT', 'CAGE', 'Vault',          true),
  (1, 'LAX1', 'COLD',  NULL,   'Cold store',     false),
  (1, 'LAX1', 'NEW',   'COLD', 'New wing',       NULL),
  (1, 'RTM1', 'DRY',   NULL,   'Rotterdam hall', false),
  (1, 'RTM1', 'CAGE',  'DRY',  'Rotterdam cage', true),
  (2, 'LAX1', 'YARD',  NULL,   'SENTINEL-B site',  false),
  (2, 'LAX1', 'DRY',   'YARD', 'SENTINEL-B hall',  false),
  (2, 'LAX1', 'ANNEX', 'YARD', 'SENTINEL-B annex', false),
  (2, 'LAX1', 'CAGE',  'YARD', 'SENTINEL-B cage',  true),
  (2, 'LAX1', 'VAULT', 'YARD', 'SENTINEL-B vault', false);

INSERT INTO clearances (org_id, fac, zone, user_id, starts_at, ends_at, revoked_at) VALUES
  (1, 'LAX1', 'CAGE', 11, '2025-06-15 12:00+00', NULL, NULL),
  (1, 'RTM1', 'CAGE', 12, '2025-01-01 00:00+00', NULL, NULL),
  (1, 'LAX1', 'CAGE', 13, '2025-01-01 00:00+00', '2025-07-01 00:00+00', NULL),
  (1, 'LAX1', 'CAGE', 16, '2025-01-01 00:00+00', '2025-06-15 12:00+00', NULL),
  (1, 'LAX1', 'CAGE', 23, '2025-01-01 00:00+00', NULL, '2025-06-01 00:00+00'),
  (1, 'LAX1', 'YARD', 24, '2025-01-01 00:00+00', NULL, NULL),
  (1, 'LAX1', 'CAGE', 31, '2025-01-01 00:00+00', NULL, NULL),
  (1, 'LAX1', 'CAGE', 25, '2025-06-16 00:00+00', NULL, NULL),
  (1, 'LAX1', 'CAGE', 26, '2025-01-01 00:00+00', '2025-06-15 12:00+00', NULL),
  (1, 'LAX1', 'CAGE', 39, '2025-01-01 00:00+00', '2025-06-15 12:00+00', NULL),
  (1, 'LAX1', 'CAGE', 40, '2025-06-16 00:00+00', NULL, NULL),
  (1, 'LAX1', 'CAGE', 41, '2025-01-01 00:00+00', NULL, '2025-06-01 00:00+00'),
  (2, 'LAX1', 'CAGE', 12, '2025-01-01 00:00+00', NULL, NULL),
  (2, 'LAX1', 'CAGE', 32, '2025-01-01 00:00+00', NULL, NULL),
  (2, 'LAX1', 'CAGE', 21, '2025-01-01 00:00+00', NULL, NULL);

INSERT INTO bins (org_id, fac, bin, zone, deleted_at) VALUES
  (1, 'LAX1', 'Y-01', 'YARD',  NULL),
  (1, 'LAX1', 'D-01', 'DRY',   NULL),
  (1, 'LAX1', 'D-02', 'DRY-1', NULL),
  (1, 'LAX1', 'D-03', 'DRY-1', NULL),
  (1, 'LAX1', 'D-99', 'DRY-1', '2025-05-01 00:00+00'),
  (1, 'LAX1', 'K-01', 'CAGE',  NULL),
  (1, 'LAX1', 'V-01', 'VAULT', NULL),
  (1, 'LAX1', 'F-01', 'COLD',  NULL),
  (1, 'LAX1', 'N-01', 'NEW',   NULL),
  (1, 'RTM1', 'D-01', 'DRY',   NULL),
  (1, 'RTM1', 'K-01', 'CAGE',  NULL),
  (2, 'LAX1', 'D-99', 'DRY',   NULL),
  (2, 'LAX1', 'V-01', 'DRY',   NULL),
  (2, 'LAX1', 'D-01', 'DRY',   NULL),
  (2, 'LAX1', 'K-01', 'CAGE',  NULL),
  (2, 'LAX1', 'A-01', 'ANNEX', NULL);

INSERT INTO lots (org_id, lot_id, sku, lot_no, title, expires_on, hold, unit_cost, deleted_at) VALUES
  (1, 1,  'OAT-1', 'L-100', 'Oat bars',                 '2025-07-01', 'none',    7777.0001, NULL),
  (1, 2,  'OAT-1', 'L-101', 'Oat bars',                 '2025-08-01', 'none',    7777.0002, NULL),
  (1, 3,  'OAT-1', 'L-102', 'SENTINEL-DELETED bars',    '2025-06-20', 'none',    7777.0003, '2025-06-01 00:00+00'),
  (1, 4,  'VAX-1', 'L-200', 'SENTINEL-SECURE vaccine',  '2025-09-01', 'none',    7777.0004, NULL),
  (1, 5,  'NUT-1', 'L-300', 'Almonds',                  '2025-10-01', 'recall',  7777.0005, NULL),
  (1, 6,  'NUT-1', 'L-301', 'Almonds',                  NULL,         'none',    7777.0006, NULL),
  (1, 7,  'OIL-1', 'L-400', 'Oil C:\temp 100% _x_',     '2026-01-01', 'none',    7777.0007, NULL),
  (1, 8,  'TEA-1', 'L-500', 'Green tea',                '2025-11-01', 'none',    7777.0008, NULL),
  (1, 9,  'TEA-1', 'L-501', 'Black tea',                '2025-12-01', 'quality', 7777.0009, NULL),
  (1, 10, 'FIG-1', 'L-600', 'SENTINEL-ROTTERDAM figs',  '2025-12-01', 'none',    7777.0010, NULL),
  (1, 11, 'GEM-1', 'L-700', 'SENTINEL-SECURE gems',     NULL,         'none',    7777.0011, NULL),
  (1, 12, 'ICE-1', 'L-800', 'Ice cream',                '2025-12-24', 'none',    7777.0012, NULL),
  (1, 13, 'ICE-1', 'L-801', 'SENTINEL-SECURE ice',      '2025-12-25', 'none',    7777.0013, NULL),
  (1, 14, 'RYE-1', 'L-900', 'Rye flour',                '2025-12-01', 'none',    7777.0014, NULL),
  (1, 15, 'RYE-1', 'L-901', 'SENTINEL-DELETED flour',   '2025-11-01', 'none',    7777.0015, '2025-06-01 00:00+00'),
  (2, 1,  'SENTINEL-B-1', 'SENTINEL-B L-1', 'SENTINEL-B bars', '2025-06-30', 'none', 7777.1001, NULL),
  (2, 2,  'OAT-1', 'SENTINEL-B L-2', 'SENTINEL-B bars', '2025-06-29', 'none', 7777.1002, NULL),
  (2, 4,  'VAX-1', 'SENTINEL-B L-4', 'SENTINEL-B vaccine', '2025-06-28', 'none', 7777.1004, NULL),
  (2, 6,  'NUT-1', 'SENTINEL-B L-6', 'SENTINEL-B almonds', '2025-06-28', 'none', 7777.1006, NULL),
  (2, 8,  'TEA-1', 'SENTINEL-B L-8', 'SENTINEL-B tea', '2025-06-28', 'none', 7777.1008, NULL);

-- 60 lots for the page limits.
INSERT INTO lots (org_id, lot_id, sku, lot_no, title, expires_on, hold)
SELECT 1, 100 + n, 'BULK', 'B-' || to_char(n, 'FM000'), 'Bulk ' || n, '2026-01-01'::date + n, 'none'
FROM generate_series(1, 60) AS n;

INSERT INTO stock (org_id, fac, bin, lot_id, qty) VALUES
  (1, 'LAX1', 'D-01', 1,  10),
  (1, 'LAX1', 'D-02', 1,  5),
  (1, 'LAX1', 'D-03', 2,  20),
  (1, 'LAX1', 'D-01', 3,  1000),
  (1, 'LAX1', 'D-99', 2,  2000),
  (1, 'LAX1', 'K-01', 4,  7),
  (1, 'LAX1', 'V-01', 11, 4000),
  (1, 'LAX1', 'D-02', 5,  3),
  (1, 'LAX1', 'D-02', 6,  30),
  (1, 'LAX1', 'D-01', 7,  11),
  (1, 'LAX1', 'Y-01', 8,  40),
  (1, 'LAX1', 'D-01', 9,  41),
  (1, 'LAX1', 'F-01', 12, 6),
  (1, 'LAX1', 'N-01', 13, 8000),
  (1, 'LAX1', 'D-01', 14, 9),
  (1, 'LAX1', 'D-03', 15, 3000),
  (1, 'RTM1', 'D-01', 10, 15),
  (1, 'RTM1', 'D-01', 2,  25),
  (1, 'RTM1', 'K-01', 4,  5000),
  (2, 'LAX1', 'D-01', 1,  90001),
  (2, 'LAX1', 'D-01', 2,  90002),
  (2, 'LAX1', 'K-01', 4,  90004),
  (2, 'LAX1', 'A-01', 6,  90006),
  (2, 'LAX1', 'A-01', 8,  90008);

INSERT INTO stock (org_id, fac, bin, lot_id, qty)
SELECT 1, 'LAX1', 'F-01', 100 + n, 1 FROM generate_series(1, 60) AS n;

INSERT INTO asns (org_id, asn_no, fac, edi_ref, carrier, due_at, status, dock_note, broker_note, created_by, updated_by, updated_at, deleted_at) VALUES
  (1, 1, 'LAX1', 'EDI-A1', 'Fleetline', '2025-06-18 08:00+00', 'announced', 'Dock 4', NULL,               14, 14, '2025-06-01 00:00+00', NULL),
  (1, 2, 'LAX1', 'EDI-A2', 'Fleetline', '2025-06-12 08:00+00', 'arrived',   NULL, 'SENTINEL-BROKER terms', 14, 14, '2025-06-01 00:00+00', NULL),
  (1, 3, 'LAX1', 'EDI-A3', 'Northway',  '2025-06-12 08:00+00', 'closed',    'Dock 2', NULL,               14, 14, '2025-06-01 00:00+00', NULL),
  (1, 4, 'LAX1', 'EDI-A4', 'SENTINEL-DELETED carrier', '2025-06-12 08:00+00', 'announced', NULL, NULL,    14, 14, '2025-06-01 00:00+00', '2025-06-05 00:00+00'),
  (1, 5, 'RTM1', 'EDI-A5', 'SENTINEL-ROTTERDAM carrier', '2025-06-20 08:00+00', 'announced', NULL, NULL,  17, 17, '2025-06-01 00:00+00', NULL),
  (1, 6, 'LAX1', 'EDI-A6', 'Southbay',  '2025-06-19 08:00+00', 'announced', NULL, NULL,                   14, 14, '2025-06-01 00:00+00', NULL),
  (1, 7, 'LAX1', 'EDI-A7', 'Southbay',  '2025-06-10 08:00+00', 'closed',    NULL, NULL,                   14, 14, '2025-06-01 00:00+00', NULL),
  (1, 8, 'LAX1', 'EDI-A8', 'Westbrook', '2025-06-21 08:00+00', 'announced', NULL, NULL,                  24, 24, '2025-06-01 00:00+00', NULL),
  (2, 1, 'LAX1', 'EDI-B1', 'SENTINEL-B carrier', '2025-06-18 08:00+00', 'announced', 'SENTINEL-B dock', 'SENTINEL-B note', 21, 21, '2025-06-01 00:00+00', NULL),
  (2, 3, 'LAX1', 'EDI-B3', 'SENTINEL-B carrier', '2025-06-12 08:00+00', 'closed', 'SENTINEL-B dock', NULL, 21, 21, '2025-06-01 00:00+00', NULL),
  (2, 7, 'LAX1', 'EDI-B7', 'SENTINEL-B carrier', '2025-06-12 08:00+00', 'closed', 'SENTINEL-B dock', NULL, 21, 21, '2025-06-01 00:00+00', NULL),
  (2, 21, 'LAX1', 'EDI-B21', 'SENTINEL-B carrier', '2025-06-22 08:00+00', 'announced', NULL, NULL, 21, 21, '2025-06-01 00:00+00', NULL);

INSERT INTO asn_lines (org_id, asn_no, line_no, sku, expected, broker_price, deleted_at) VALUES
  (1, 1, 1, 'OAT-1', 50,  NULL, NULL),
  (1, 1, 2, 'TEA-1', 60,  NULL, NULL),
  (1, 2, 1, 'OAT-1', 70,  8888.0001, NULL),
  (1, 2, 2, 'SENTINEL-DELETED sku', 80, NULL, '2025-06-05 00:00+00'),
  (1, 3, 1, 'NUT-1', 100, NULL, NULL),
  (1, 3, 2, 'SENTINEL-DELETED sku', 5, NULL, '2025-06-05 00:00+00'),
  (1, 4, 1, 'SENTINEL-DELETED sku', 5, NULL, NULL),
  (1, 5, 1, 'FIG-1', 5, NULL, NULL),
  (1, 6, 1, 'RYE-1', 12, 8888.0002, NULL),
  (1, 7, 1, 'RYE-1', 30, NULL, NULL),
  (2, 1, 1, 'SENTINEL-B sku', 90001, NULL, NULL),
  (2, 3, 1, 'SENTINEL-B sku', 90003, NULL, NULL),
  (2, 7, 1, 'SENTINEL-B sku', 90007, NULL, NULL);

INSERT INTO waves (org_id, wave_no, fac, status, planned_by, edited_by, released_by, released_at, version, deleted_at) VALUES
  (1, 1, 'LAX1', 'planned',   24, NULL, NULL, NULL, 1, NULL),
  (1, 2, 'LAX1', 'planned',   24, 11,   NULL, NULL, 3, NULL),
  (1, 3, 'LAX1', 'planned',   11, NULL, NULL, NULL, 2, NULL),
  (1, 4, 'LAX1', 'released',  24, NULL, 11, '2025-06-15 09:00+00', 2, NULL),
  (1, 5, 'LAX1', 'cancelled', 24, NULL, NULL, NULL, 4, NULL),
  (1, 6, 'LAX1', 'planned',   24, NULL, NULL, NULL, 1, '2025-06-10 00:00+00'),
  (1, 7, 'RTM1', 'planned',   17, NULL, NULL, NULL, 1, NULL),
  (1, 8, 'RTM1', 'released',  17, NULL, 17, '2025-06-15 09:00+00', 2, NULL),
  (1, 9, 'LAX1', 'planned',   24, 24,   NULL, NULL, 5, NULL),
  (2, 1, 'LAX1', 'planned',   21, NULL, NULL, NULL, 1, NULL),
  (2, 4, 'LAX1', 'released',  21, NULL, 21, '2025-06-15 09:00+00', 2, NULL);

-- Picks of the released wave 4: the first ones in turn lie in the cage and the vault.
INSERT INTO picks (org_id, wave_no, pick_no, bin, lot_id, qty, priority, status, claimed_by, claimed_at) VALUES
  (1, 1, 1, 'D-01', 1,  2, 50, 'open', NULL, NULL),
  (1, 1, 2, 'D-02', 1,  2, 50, 'open', NULL, NULL),
  (1, 2, 1, 'D-03', 2,  2, 50, 'open', NULL, NULL),
  (1, 4, 1, 'V-01', 11, 1, 90, 'open', NULL, NULL),
  (1, 4, 2, 'K-01', 4,  1, 80, 'open', NULL, NULL),
  (1, 4, 3, 'D-01', 14, 3, 30, 'claimed', 24, '2025-06-15 11:45+00'),
  (1, 4, 4, 'D-01', 1,  4, 20, 'open', NULL, NULL),
  (1, 4, 5, 'D-02', 6,  5, 10, 'open', NULL, NULL),
  (1, 4, 6, 'D-03', 2,  6, 95, 'done', 24, '2025-06-15 09:30+00'),
  (1, 4, 7, 'D-99', 2,  1, 85, 'open', NULL, NULL),
  (1, 8, 1, 'D-01', 10, 7, 60, 'open', NULL, NULL),
  (2, 1, 1, 'D-01', 1,  9, 50, 'open', NULL, NULL),
  (2, 4, 2, 'K-01', 4,  9, 80, 'open', NULL, NULL),
  (2, 4, 4, 'D-01', 1,  9, 99, 'open', NULL, NULL),
  (2, 4, 5, 'A-01', 6,  9, 98, 'open', NULL, NULL);
