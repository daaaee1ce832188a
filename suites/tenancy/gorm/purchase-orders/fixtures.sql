-- Fixtures of the purchase-orders app. Load after the DDL of SPEC.md. Deterministic.
-- Now of every check: 2025-06-15 12:00:00+00. Sentinels: SENTINEL-B marks rows of the second organisation,
-- SENTINEL-<reason> marks rows or values of the first one that must stay hidden.
--
-- Organisations   a0..01 Aldgate Tools (A)   b0..02 Brenner Optics (B)   c0..03 Cobalt Foods (C, at the end of this file)
-- Users           00..01 Ada    admin A (limit 5000), requester B
--                 00..02 Ben    buyer A (a limit of 5000 that the role makes void; Dan and Eve too)
--                 00..03 Cleo   approver A (limit 1000)
--                 00..04 Dan    requester A, admin B (limit 90000)
--                 00..05 Eve    finance A
--                 00..06 Finn   buyer A until exactly now
--                 00..07 Gus    no membership
--                 00..08 Hana   admin B (limit 90000)
--                 00..09 Ivo    deleted membership in A, approver B (limit 90000)
--                 00..10 Jan    approver A without a limit
--                 00..11 Kim    admin A from tomorrow on
--                 00..12 Lou    admin A until exactly now (limit 90000)
--                 00..13 Mel    admin A, deleted (limit 90000)
--                 00..21 Sam    grant for supplier A1
--                 00..22 Tess   grant for supplier A2
--                 00..23 Umar   grant for A1 that ended exactly now
--                 00..24 Vera   revoked grant for A1
--                 00..25 Will   grant for the deleted supplier A3
--                 00..26 Xena   grant for supplier B1
--                 00..27 Yuri   grant for A1 from tomorrow on

INSERT INTO organisations (id, name, base_currency, deleted_at) VALUES
  ('a0000000-0000-4000-8000-000000000001', 'Aldgate Tools', 'EUR', NULL),
  ('b0000000-0000-4000-8000-000000000002', 'Brenner Optics', 'EUR', NULL),
  ('c0000000-0000-4000-8000-000000000003', 'Cobalt Foods', 'USD', NULL);

INSERT INTO users (id, email, full_name, password_hash, deleted_at) VALUES
  ('00000000-0000-4000-8000-000000000001', 'ada@aldgate.test', 'Ada Brook', 'SENTINEL-hash-01', NULL),
  ('00000000-0000-4000-8000-000000000002', 'ben@aldgate.test', 'Ben Okoro', 'SENTINEL-hash-02', NULL),
  ('00000000-0000-4000-8000-000000000003', 'cleo@aldgate.test', 'Cleo Marsh', 'SENTINEL-hash-03', NULL),
  ('00000000-0000-4000-8000-000000000004', 'dan@brenner.test', 'Dan O''Hara', 'SENTINEL-hash-04', NULL),
  ('00000000-0000-4000-8000-000000000005', 'eve@aldgate.test', 'Eve Lindt', 'SENTINEL-hash-05', NULL),
  ('00000000-0000-4000-8000-000000000006', 'finn@aldgate.test', 'Finn Rye', 'SENTINEL-hash-06', NULL),
  ('00000000-0000-4000-8000-000000000007', 'gus@nowhere.test', 'Gus Hale', 'SENTINEL-hash-07', NULL),
  ('00000000-0000-4000-8000-000000000008', 'hana@brenner.test', 'Hana Weiss', 'SENTINEL-hash-08', NULL),
  ('00000000-0000-4000-8000-000000000009', 'ivo@brenner.test', 'Ivo Kern', 'SENTINEL-hash-09', NULL),
  ('00000000-0000-4000-8000-000000000010', 'jan@aldgate.test', 'Jan Vos', 'SENTINEL-hash-10', NULL),
  ('00000000-0000-4000-8000-000000000011', 'kim@aldgate.test', 'Kim Sato', 'SENTINEL-hash-11', NULL),
  ('00000000-0000-4000-8000-000000000012', 'lou@aldgate.test', 'Lou Pike', 'SENTINEL-hash-12', NULL),
  ('00000000-0000-4000-8000-000000000013', 'mel@aldgate.test', 'Mel Roth', 'SENTINEL-hash-13', NULL),
  ('00000000-0000-4000-8000-000000000027', 'yuri@a1.test', 'Yuri Lang', 'SENTINEL-hash-27', NULL),
  ('00000000-0000-4000-8000-000000000021', 'sam@a1.test', 'Sam Ford', 'SENTINEL-hash-21', NULL),
  ('00000000-0000-4000-8000-000000000022', 'tess@a2.test', 'Tess Moor', 'SENTINEL-hash-22', NULL),
  ('00000000-0000-4000-8000-000000000023', 'umar@a1.test', 'Umar Nasr', 'SENTINEL-hash-23', NULL),
  ('00000000-0000-4000-8000-000000000024', 'vera@a1.test', 'Vera Pohl', 'SENTINEL-hash-24', NULL),
  ('00000000-0000-4000-8000-000000000025', 'will@a3.test', 'Will Shaw', 'SENTINEL-hash-25', NULL),
  ('00000000-0000-4000-8000-000000000026', 'xena@b1.test', 'Xena Falk', 'SENTINEL-hash-26', NULL);

INSERT INTO memberships (org_id, user_id, role, approval_limit, valid_from, valid_until, deleted_at) VALUES
  ('a0000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000001', 'admin', 5000, '2025-01-01 00:00+00', NULL, NULL),
  ('a0000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002', 'buyer', 5000, '2025-01-01 00:00+00', '2026-01-01 00:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000003', 'approver', 1000, '2025-06-15 12:00+00', NULL, NULL),
  ('a0000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000004', 'requester', 5000, '2025-01-01 00:00+00', NULL, NULL),
  ('a0000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000005', 'finance', 5000, '2025-01-01 00:00+00', '2025-06-15 12:00:00.000001+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000006', 'buyer', NULL, '2025-01-01 00:00+00', '2025-06-15 12:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000009', 'approver', 90000, '2025-01-01 00:00+00', NULL, '2025-03-01 00:00+00'),
  ('a0000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000010', 'approver', NULL, '2025-01-01 00:00+00', NULL, NULL),
  ('a0000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000011', 'admin', 90000, '2025-06-16 00:00+00', NULL, NULL),
  ('a0000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000012', 'admin', 90000, '2025-01-01 00:00+00', '2025-06-15 12:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000013', 'admin', 90000, '2025-01-01 00:00+00', NULL, '2025-03-01 00:00+00'),
  ('b0000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 'requester', NULL, '2025-01-01 00:00+00', NULL, NULL),
  ('b0000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000004', 'admin', 90000, '2025-01-01 00:00+00', NULL, NULL),
  ('b0000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000008', 'admin', 90000, '2025-01-01 00:00+00', NULL, NULL),
  ('b0000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000009', 'approver', 90000, '2025-01-01 00:00+00', NULL, NULL);

-- Supplier ids: 5a0000.. belong to A, 5b0000.. to B. Tax numbers repeat in both organisations.
INSERT INTO suppliers (id, org_id, tax_no, name, contact_email, payment_days, status, bank_account, risk_note,
                       created_by, updated_by, updated_at, deleted_at) VALUES
  ('5a000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000001', 'TX-100', 'Kestrel Steel', 'sales@a1.test', 30, 'approved',
   'SENTINEL-BANK-A1', 'SENTINEL-risk', '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000002', '2025-02-01 00:00+00', NULL),
  ('5a000000-0000-4000-8000-000000000002', 'a0000000-0000-4000-8000-000000000001', 'TX-200', 'Moor & Sons 50%_off', NULL, 14, 'pending',
   NULL, NULL, '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000002', '2025-02-01 00:00+00', NULL),
  ('5a000000-0000-4000-8000-000000000003', 'a0000000-0000-4000-8000-000000000001', 'TX-300', 'SENTINEL-DELETED supplier', 'old@a3.test', 30, 'approved',
   NULL, NULL, '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000002', '2025-02-01 00:00+00', '2025-05-01 00:00+00'),
  ('5a000000-0000-4000-8000-000000000004', 'a0000000-0000-4000-8000-000000000001', 'TX-400', 'On Hold Ltd', 'hold@a4.test', 30, 'suspended',
   'SENTINEL-BANK-A4', 'SENTINEL-risk', '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000002', '2025-02-01 00:00+00', NULL),
  ('5a000000-0000-4000-8000-000000000005', 'a0000000-0000-4000-8000-000000000001', 'TX-500', 'Barred GmbH', 'x@a5.test', 30, 'blocked',
   NULL, 'SENTINEL-risk', '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000002', '2025-02-01 00:00+00', NULL),
  ('5b000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000002', 'TX-100', 'SENTINEL-B Kestrel Steel', 'SENTINEL-B@b1.test', 30, 'approved',
   'SENTINEL-B-BANK', 'SENTINEL-B-risk', '00000000-0000-4000-8000-000000000008', '00000000-0000-4000-8000-000000000008', '2025-02-01 00:00+00', NULL),
  ('5b000000-0000-4000-8000-000000000002', 'b0000000-0000-4000-8000-000000000002', 'TX-900', 'SENTINEL-B Prism', NULL, 60, 'pending',
   NULL, NULL, '00000000-0000-4000-8000-000000000008', '00000000-0000-4000-8000-000000000008', '2025-02-01 00:00+00', NULL);

INSERT INTO supplier_grants (org_id, supplier_id, user_id, valid_from, valid_until, revoked_at) VALUES
  ('a0000000-0000-4000-8000-000000000001', '5a000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000021', '2025-06-15 12:00+00', '2025-12-01 00:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '5a000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000022', '2025-01-01 00:00+00', '2025-12-01 00:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '5a000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000023', '2025-01-01 00:00+00', '2025-06-15 12:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '5a000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000024', '2025-01-01 00:00+00', '2025-12-01 00:00+00', '2025-06-01 00:00+00'),
  ('a0000000-0000-4000-8000-000000000001', '5a000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000025', '2025-01-01 00:00+00', '2025-12-01 00:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '5a000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000027', '2025-06-16 00:00+00', '2025-12-01 00:00+00', NULL),
  ('b0000000-0000-4000-8000-000000000002', '5b000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000026', '2025-01-01 00:00+00', '2025-12-01 00:00+00', NULL);

-- Code LAB exists in both organisations, OPS only in A, PRD only in B; OLD is deleted.
INSERT INTO cost_centres (org_id, code, name, deleted_at) VALUES
  ('a0000000-0000-4000-8000-000000000001', 'OPS', 'Operations', NULL),
  ('a0000000-0000-4000-8000-000000000001', 'LAB', 'Laboratory', NULL),
  ('a0000000-0000-4000-8000-000000000001', 'OLD', 'SENTINEL-DELETED centre', '2025-05-01 00:00+00'),
  ('b0000000-0000-4000-8000-000000000002', 'LAB', 'SENTINEL-B Laboratory', NULL),
  ('b0000000-0000-4000-8000-000000000002', 'PRD', 'SENTINEL-B Production', NULL);

-- Orders of A. 101-109 approval cases, 201-206 portal cases, 301-305 spend cases, 1001-1060 bulk for paging.
INSERT INTO purchase_orders (org_id, po_no, supplier_id, cost_centre, title, status, total, freight, internal_note,
                             requested_by, submitted_by, approved_by, approved_at, version, updated_at, deleted_at)
SELECT 'a0000000-0000-4000-8000-000000000001', v.po_no, ('5a000000-0000-4000-8000-00000000000' || v.sup)::uuid,
       v.centre, v.title, v.status, v.total, v.freight, 'SENTINEL-note',
       ('00000000-0000-4000-8000-0000000000' || v.req)::uuid, ('00000000-0000-4000-8000-0000000000' || v.sub)::uuid,
       CASE WHEN v.approved IS NOT NULL THEN '00000000-0000-4000-8000-000000000001'::uuid END,
       v.approved::timestamptz, v.version, '2025-06-01 00:00+00', v.deleted::timestamptz
FROM (VALUES
  (101, '1', 'LAB', 'Drill bits',                'submitted', 800.00, NULL,   '04', '02', NULL, 3, NULL),
  (102, '1', 'OPS', 'Own request',               'submitted', 100.00, 5.00,   '03', '02', NULL, 1, NULL),
  (103, '2', 'OPS', 'Own submission',            'submitted', 100.00, NULL,   '04', '03', NULL, 1, NULL),
  (104, '1', 'OPS', 'Turned down',               'rejected',  100.00, NULL,   '04', '02', NULL, 1, NULL),
  (105, '1', 'OPS', 'Heavy goods',               'submitted', 950.00, 100.00, '04', '02', NULL, 1, NULL),
  (106, '1', 'OPS', 'SENTINEL-DELETED request',  'submitted', 100.00, NULL,   '04', '02', NULL, 1, '2025-06-10 00:00+00'),
  (107, '2', 'OPS', 'At the limit',              'submitted', 990.00, 10.00,  '04', '02', NULL, 2, NULL),
  (108, '1', 'OLD', 'Draft of Dan',              'draft',     100.00, NULL,   '04', NULL, NULL, 1, NULL),
  (109, '2', 'OPS', 'Own both',                  'submitted', 100.00, NULL,   '03', '03', NULL, 1, NULL),
  (201, '1', 'LAB', 'Steel plates',              'sent',      400.00, 20.00,  '04', '02', '2025-04-10 09:00+00', 4, NULL),
  (202, '2', 'OPS', 'SENTINEL-OTHER supplier',   'confirmed', 300.00, NULL,   '02', '02', '2025-04-30 23:59:59.999999+00', 4, NULL),
  (203, '1', 'OPS', 'SENTINEL-UNSENT order',     'approved',  200.00, NULL,   '02', '02', '2025-05-01 00:00+00', 2, NULL),
  (204, '1', 'OPS', 'SENTINEL-DELETED order',    'sent',      700.00, NULL,   '02', '02', '2025-05-05 00:00+00', 4, '2025-05-20 00:00+00'),
  (205, '3', 'OPS', 'Order of a gone supplier',  'sent',      150.00, NULL,   '02', '02', '2025-05-06 00:00+00', 4, NULL),
  (206, '2', 'OLD', 'Path C:\temp 100% _x_',     'received',  120.00, NULL,   '04', '02', '2025-05-31 23:59:59.999999+00', 5, NULL),
  (207, '1', 'OLD', 'Hooks',                     'submitted', 60.00,  NULL,   '02', '02', NULL, 1, NULL),
  (301, '1', 'OPS', 'Running month start',       'sent',      1111.00, NULL,  '02', '02', '2025-06-01 00:00+00', 4, NULL),
  (302, '2', 'LAB', 'Running month later',       'closed',    2222.00, NULL,  '02', '02', '2025-06-10 10:00+00', 6, NULL),
  (303, '1', 'LAB', 'Cancelled after approval',  'cancelled', 3333.00, NULL,  '02', '02', '2025-05-10 10:00+00', 6, NULL),
  (304, '2', 'LAB', 'May glassware',             'closed',    250.00, NULL,   '04', '02', '2025-05-10 10:00+00', 6, NULL),
  (305, '2', 'LAB', 'March paint',               'closed',    50.00, NULL,    '04', '02', '2025-03-31 23:59:59.999999+00', 6, NULL)
) AS v (po_no, sup, centre, title, status, total, freight, req, sub, approved, version, deleted);

INSERT INTO purchase_orders (org_id, po_no, supplier_id, cost_centre, title, status, total, requested_by, submitted_by, version, updated_at)
SELECT 'a0000000-0000-4000-8000-000000000001', n, '5a000000-0000-4000-8000-000000000002', 'OPS',
       'Bulk ' || n, 'submitted', n, '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000002', 1, '2025-06-01 00:00+00'
FROM generate_series(1001, 1060) AS n;

-- Orders of B reuse the numbers, versions and states of A.
INSERT INTO purchase_orders (org_id, po_no, supplier_id, cost_centre, title, status, total, freight, internal_note,
                             requested_by, submitted_by, approved_by, approved_at, version, updated_at)
SELECT 'b0000000-0000-4000-8000-000000000002', v.po_no, '5b000000-0000-4000-8000-000000000001', v.centre,
       'SENTINEL-B ' || v.title, v.status, v.total, NULL, 'SENTINEL-B-note',
       '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000008',
       CASE WHEN v.approved IS NOT NULL THEN '00000000-0000-4000-8000-000000000004'::uuid END,
       v.approved::timestamptz, v.version, '2025-06-01 00:00+00'
FROM (VALUES
  (101, 'LAB', 'Drill bits',   'submitted', 77000.00, NULL, 3),
  (104, 'LAB', 'Gaskets',      'submitted', 90.00,    NULL, 1),
  (107, 'PRD', 'Mirrors',      'submitted', 78000.00, NULL, 2),
  (201, 'LAB', 'Steel plates', 'sent',      79000.00, '2025-04-11 09:00+00', 4),
  (304, 'PRD', 'Glassware',    'closed',    81000.00, '2025-05-12 09:00+00', 6)
) AS v (po_no, centre, title, status, total, approved, version);

INSERT INTO po_lines (org_id, po_no, line_no, description, quantity, unit_price, target_price, deleted_at) VALUES
  ('a0000000-0000-4000-8000-000000000001', 201, 1, 'Plate 4 mm', 10, 25.00, 19.1111, NULL),
  ('a0000000-0000-4000-8000-000000000001', 201, 2, 'SENTINEL-DELETED line', 5, 30.00, 22.2222, '2025-06-01 00:00+00'),
  ('a0000000-0000-4000-8000-000000000001', 202, 1, 'SENTINEL-OTHER line', 3, 100.00, 90.0000, NULL),
  ('a0000000-0000-4000-8000-000000000001', 206, 1, 'Rope', 12, 10.00, 8.8888, NULL),
  ('a0000000-0000-4000-8000-000000000001', 206, 2, 'Rope, price open', 2, NULL, 7.7777, NULL),
  ('b0000000-0000-4000-8000-000000000002', 201, 1, 'SENTINEL-B Plate', 10, 25.00, 19.0000, NULL),
  ('b0000000-0000-4000-8000-000000000002', 201, 3, 'SENTINEL-B Rod', 1, 9.00, 8.0000, NULL);

INSERT INTO po_attachments (org_id, po_no, attachment_no, file_name, byte_size, visibility, deleted_at) VALUES
  ('a0000000-0000-4000-8000-000000000001', 201, 1, 'drawing.pdf', 1000, 'shared', NULL),
  ('a0000000-0000-4000-8000-000000000001', 201, 2, 'SENTINEL-DELETED.pdf', 1000, 'shared', '2025-06-01 00:00+00'),
  ('a0000000-0000-4000-8000-000000000001', 201, 3, 'SENTINEL-INTERNAL.xlsx', 1000, 'internal', NULL),
  ('a0000000-0000-4000-8000-000000000001', 206, 1, 'label.png', 1000, 'shared', NULL),
  ('a0000000-0000-4000-8000-000000000001', 206, 2, 'SENTINEL-LEGAL.pdf', 1000, 'legal', NULL),
  ('b0000000-0000-4000-8000-000000000002', 201, 1, 'SENTINEL-B.pdf', 1000, 'shared', NULL);

-- Order 201 has no deleted message; order 206 has one, and 60 shared ones with equal times in pairs.
INSERT INTO po_messages (org_id, po_no, message_no, author_id, side, visibility, body, sent_at, deleted_at) VALUES
  ('a0000000-0000-4000-8000-000000000001', 201, 1, '00000000-0000-4000-8000-000000000002', 'buyer', 'shared', 'Please confirm.', '2025-06-02 08:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', 201, 2, '00000000-0000-4000-8000-000000000021', 'supplier', 'shared', 'Confirmed.', '2025-06-02 09:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', 201, 3, '00000000-0000-4000-8000-000000000002', 'buyer', 'internal', 'SENTINEL-INTERNAL remark', '2025-06-02 10:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', 206, 900, '00000000-0000-4000-8000-000000000002', 'buyer', 'shared', 'SENTINEL-DELETED message', '2025-06-09 00:00+00', '2025-06-09 01:00+00'),
  ('a0000000-0000-4000-8000-000000000001', 206, 901, '00000000-0000-4000-8000-000000000002', 'buyer', 'legal', 'SENTINEL-LEGAL remark', '2025-06-09 00:00+00', NULL),
  ('b0000000-0000-4000-8000-000000000002', 201, 1, '00000000-0000-4000-8000-000000000008', 'buyer', 'shared', 'SENTINEL-B message', '2025-06-02 08:00+00', NULL);

INSERT INTO po_messages (org_id, po_no, message_no, author_id, side, visibility, body, sent_at)
SELECT 'a0000000-0000-4000-8000-000000000001', 206, n, '00000000-0000-4000-8000-000000000022', 'supplier', 'shared',
       'Note ' || n, '2025-06-01 00:00+00'::timestamptz + (n / 2) * interval '1 hour'
FROM generate_series(1, 60) AS n;

-- Cobalt Foods works with people, suppliers and numbers of its own; B uses its order numbers, too.
-- Users           00..31 Lena   admin C
--                 00..32 Marc   buyer C
--                 00..33 Nora   finance C
--                 00..34 Omar   requester C
--                 00..35 Petra  buyer C until exactly now
--                 00..36 Quin   deleted membership as buyer in C, buyer in B
--                 00..37 Rosa   approver C
--                 00..38 Theo   admin B
--                 00..39 Uta    grant for supplier C1
--                 00..40 Vito   revoked grant for C1
--                 00..41 Wanda  no grant yet
--                 00..42 Yann   no grant yet
--                 00..43 Zoe    deleted user
--                 00..44 Bruno  finance C until March
--                 00..45 Cara   admin C until exactly now
--                 00..46 Dirk   admin C, deleted
--                 00..47 Elif   admin C from tomorrow on
INSERT INTO users (id, email, full_name, password_hash, deleted_at)
SELECT ('00000000-0000-4000-8000-0000000000' || v.n)::uuid, lower(v.name) || '@cobalt.test', v.name || ' C', 'SENTINEL-hash-' || v.n, v.deleted::timestamptz
FROM (VALUES
  ('31', 'Lena', NULL), ('32', 'Marc', NULL), ('33', 'Nora', NULL), ('34', 'Omar', NULL), ('35', 'Petra', NULL), ('36', 'Quin', NULL),
  ('37', 'Rosa', NULL), ('38', 'Theo', NULL), ('39', 'Uta', NULL), ('40', 'Vito', NULL), ('41', 'Wanda', NULL), ('42', 'Yann', NULL),
  ('43', 'Zoe', '2025-04-01 00:00+00'), ('44', 'Bruno', NULL),
  ('45', 'Cara', NULL), ('46', 'Dirk', NULL), ('47', 'Elif', NULL)
) AS v (n, name, deleted);

INSERT INTO memberships (org_id, user_id, role, approval_limit, valid_from, valid_until, deleted_at) VALUES
  ('c0000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000031', 'admin', 5000, '2024-01-01 00:00+00', NULL, NULL),
  ('c0000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000032', 'buyer', NULL, '2024-01-01 00:00+00', NULL, NULL),
  ('c0000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000033', 'finance', NULL, '2024-01-01 00:00+00', '2026-01-01 00:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000034', 'requester', NULL, '2024-01-01 00:00+00', NULL, NULL),
  ('c0000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000035', 'buyer', NULL, '2024-01-01 00:00+00', '2025-06-15 12:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000036', 'buyer', NULL, '2024-01-01 00:00+00', NULL, '2025-03-01 00:00+00'),
  ('c0000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000037', 'approver', 1000, '2024-01-01 00:00+00', NULL, NULL),
  ('c0000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000044', 'finance', NULL, '2024-01-01 00:00+00', '2025-03-01 00:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000045', 'admin', 5000, '2024-01-01 00:00+00', '2025-06-15 12:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000046', 'admin', 5000, '2024-01-01 00:00+00', NULL, '2025-03-01 00:00+00'),
  ('c0000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000047', 'admin', 5000, '2025-06-16 00:00+00', NULL, NULL),
  ('b0000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000036', 'buyer', NULL, '2024-01-01 00:00+00', NULL, NULL),
  ('b0000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000038', 'admin', 90000, '2024-01-01 00:00+00', NULL, NULL);

-- Supplier ids of C begin with 5d. Only C2 and C4 have a bank account and a risk note.
INSERT INTO suppliers (id, org_id, tax_no, name, contact_email, payment_days, status, bank_account, risk_note,
                       created_by, updated_by, updated_at, deleted_at)
SELECT ('5d000000-0000-4000-8000-00000000000' || v.n)::uuid, 'c0000000-0000-4000-8000-000000000003', 'DX-' || v.n, v.name, v.mail, 30, v.status,
       v.bank, v.risk, '00000000-0000-4000-8000-000000000032', '00000000-0000-4000-8000-000000000032', '2024-02-01 00:00+00', v.deleted::timestamptz
FROM (VALUES
  ('1', 'Dairy Nord',            'orders@d1.test', 'approved',  NULL,               NULL,            NULL),
  ('2', 'Mill House',            NULL,             'approved',  'SENTINEL-ACCOUNT-C2', 'SENTINEL-risk', NULL),
  ('3', 'SENTINEL-DELETED farm', 'farm@d3.test',   'approved',  NULL,               NULL,            '2025-05-01 00:00+00'),
  ('4', 'On Ice',                'ice@d4.test',    'suspended', 'SENTINEL-ACCOUNT-C4', 'SENTINEL-risk', NULL),
  ('5', 'Spice Route',           'x@d5.test',      'approved',  NULL,               NULL,            NULL),
  ('6', 'Herb Corner',           NULL,             'pending',   NULL,               NULL,            NULL),
  ('7', 'Bulk Foods',            'bulk@d7.test',   'approved',  NULL,               NULL,            NULL)
) AS v (n, name, mail, status, bank, risk, deleted);

INSERT INTO supplier_grants (org_id, supplier_id, user_id, valid_from, valid_until, revoked_at) VALUES
  ('c0000000-0000-4000-8000-000000000003', '5d000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000039', '2025-01-01 00:00+00', '2025-09-01 00:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '5d000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000040', '2025-01-01 00:00+00', '2025-09-01 00:00+00', '2025-06-01 00:00+00');

INSERT INTO cost_centres (org_id, code, name, deleted_at) VALUES
  ('c0000000-0000-4000-8000-000000000003', 'KIT', 'Kitchen', NULL);

-- 501-508 orders waiting to be sent and others that are not, 521-524 February, 531-534 January, 541-544 archive of 2024, 551 running month.
INSERT INTO purchase_orders (org_id, po_no, supplier_id, cost_centre, title, status, total, internal_note,
                             requested_by, submitted_by, approved_by, approved_at, version, updated_at, deleted_at)
SELECT 'c0000000-0000-4000-8000-000000000003', v.po_no, ('5d000000-0000-4000-8000-00000000000' || v.sup)::uuid, 'KIT', v.title, v.status, v.total, 'note',
       '00000000-0000-4000-8000-000000000034', '00000000-0000-4000-8000-000000000032', '00000000-0000-4000-8000-000000000031',
       v.approved::timestamptz, 2, '2025-06-01 00:00+00', v.deleted::timestamptz
FROM (VALUES
  (501, '1', 'Milk',                         'approved',  100.00,  '2025-05-20 09:00+00', NULL),
  (502, '5', 'Spices',                       'approved',  60.00,   '2025-05-21 09:00+00', NULL),
  (503, '4', 'SENTINEL-HALTED ice',          'approved',  61.00,   '2025-05-01 09:00+00', NULL),
  (504, '3', 'SENTINEL-DELETED farm eggs',   'approved',  62.00,   '2025-05-01 09:00+00', NULL),
  (505, '5', 'SENTINEL-DELETED order',       'approved',  63.00,   '2025-05-01 09:00+00', '2025-05-20 00:00+00'),
  (506, '5', 'SENTINEL-OPEN order',          'submitted', 64.00,   NULL,                  NULL),
  (507, '5', 'SENTINEL-CANCELLED order',     'cancelled', 65.00,   '2025-05-01 09:00+00', NULL),
  (508, '5', 'SENTINEL-SENT order',          'sent',      66.00,   '2025-05-01 09:00+00', NULL),
  (521, '1', 'Butter',                       'closed',    200.00,  '2025-02-01 00:00+00', NULL),
  (522, '1', 'Cream',                        'received',  100.00,  '2025-02-10 09:00+00', NULL),
  (523, '5', 'Pepper',                       'sent',      300.00,  '2025-02-11 09:00+00', NULL),
  (524, '3', 'Eggs',                         'closed',    50.00,   '2025-02-28 23:59:59.999999+00', NULL),
  (525, '5', 'SENTINEL-DELETED salt',        'closed',    7000.00, '2025-02-12 09:00+00', '2025-05-20 00:00+00'),
  (526, '5', 'SENTINEL-CANCELLED salt',      'cancelled', 8000.00, '2025-02-12 09:00+00', NULL),
  (531, '1', 'Yoghurt',                      'closed',    10.00,   '2025-01-10 09:00+00', NULL),
  (532, '2', 'Flour',                        'closed',    40.00,   '2025-01-31 23:59:59.999999+00', NULL),
  (541, '5', 'Paprika "hot"',                'closed',    12.00,   '2024-10-10 09:00+00', NULL),
  (542, '1', 'Cheese',                       'received',  90.00,   '2024-11-10 09:00+00', NULL),
  (543, '3', 'Chicken',                      'closed',    33.00,   '2024-12-10 09:00+00', NULL),
  (544, '2', 'Bran',                         'closed',    21.00,   '2024-12-11 09:00+00', NULL),
  (545, '5', 'SENTINEL-DELETED oil',         'closed',    22.00,   '2024-12-12 09:00+00', '2025-05-20 00:00+00'),
  (546, '5', 'SENTINEL-SENT vinegar',        'sent',      23.00,   '2024-12-12 09:00+00', NULL),
  (551, '1', 'SENTINEL-RUNNING month',       'closed',    77.00,   '2025-06-03 09:00+00', NULL)
) AS v (po_no, sup, title, status, total, approved, deleted);

-- More orders of one supplier than one call may send.
INSERT INTO purchase_orders (org_id, po_no, supplier_id, cost_centre, title, status, total, requested_by, submitted_by,
                             approved_by, approved_at, version, updated_at)
SELECT 'c0000000-0000-4000-8000-000000000003', n, '5d000000-0000-4000-8000-000000000007', 'KIT', 'Sack ' || n, 'approved', n,
       '00000000-0000-4000-8000-000000000034', '00000000-0000-4000-8000-000000000032', '00000000-0000-4000-8000-000000000031',
       '2025-06-02 00:00+00', 2, '2025-06-02 00:00+00'
FROM generate_series(601, 660) AS n;

INSERT INTO purchase_orders (org_id, po_no, supplier_id, cost_centre, title, status, total, internal_note,
                             requested_by, submitted_by, approved_by, approved_at, version, updated_at)
SELECT 'b0000000-0000-4000-8000-000000000002', v.po_no, '5b000000-0000-4000-8000-000000000001', 'PRD', 'SENTINEL-B ' || v.title, v.status, v.total, 'SENTINEL-B-note',
       '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000008', '00000000-0000-4000-8000-000000000004',
       v.approved::timestamptz, 2, '2025-06-01 00:00+00'
FROM (VALUES
  (502, 'Lens',   'approved', 70502.00, '2025-05-02 09:00+00'),
  (531, 'Prism',  'closed',   70531.00, '2025-01-10 09:00+00'),
  (542, 'Filter', 'closed',   70542.00, '2024-11-10 09:00+00')
) AS v (po_no, title, status, total, approved);

INSERT INTO po_lines (org_id, po_no, line_no, description, quantity, unit_price, target_price, deleted_at) VALUES
  ('c0000000-0000-4000-8000-000000000003', 541, 1, 'Paprika', 3, 4.00, NULL, NULL),
  ('c0000000-0000-4000-8000-000000000003', 542, 1, 'Gouda', 10, 8.00, 7.5, NULL),
  ('c0000000-0000-4000-8000-000000000003', 542, 2, 'SENTINEL-DELETED Brie', 1, 10.00, NULL, '2025-01-01 00:00+00'),
  ('c0000000-0000-4000-8000-000000000003', 544, 1, 'Oat bran', 7, 3.00, NULL, NULL),
  ('b0000000-0000-4000-8000-000000000002', 542, 1, 'SENTINEL-B Filter', 1, 9.00, NULL, NULL),
  ('b0000000-0000-4000-8000-000000000002', 542, 7, 'SENTINEL-B Frame', 1, 9.00, NULL, NULL);
