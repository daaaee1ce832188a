-- Fixtures for document-sharing. Load after the DDL of SPEC.md.
--
-- Clock of all cases: 2026-03-15 12:00:00+00.
-- Workspace a.. (Alder) is the caller's tenant. Workspace b.. (Birch) is a clone of it: the folders and documents in common
-- have the SAME ids. Workspace c.. (Cedar) has ids of its own, see the end. Text that must not come out of a tenant query carries SENTINEL_:
--   SENTINEL_B        row of Birch            SENTINEL_DELETED   deleted row, or document in a deleted folder
--   SENTINEL_SECRET   nobody shared it        SENTINEL_EXPIRED / _FUTURE / _REVOKED   share not live
--   SENTINEL_RESTRICTED  restricted document  SENTINEL_SENSITIVE column that never leaves
-- Ids: 1.. users, 2.. folders, 3.. documents, 4.. shares, 5.. comments; the last digits are the number used in comments.

INSERT INTO workspaces (id, name, plan, max_link_days) VALUES
  ('a0000000-0000-4000-8000-000000000001', 'Alder', 'enterprise', 30),
  ('b0000000-0000-4000-8000-000000000002', 'Birch', 'team', 365),
  ('c0000000-0000-4000-8000-000000000003', 'Cedar', 'free', 7);

INSERT INTO users (id, display_name, email, phone, password_hash) VALUES
  ('10000000-0000-4000-8000-000000000001', 'Ada',       'ada@alder.example',  '+49 SENTINEL_SENSITIVE 1', 'SENTINEL_SENSITIVE h1'),
  ('10000000-0000-4000-8000-000000000002', 'Ben',       'ben@alder.example',  NULL,                       'SENTINEL_SENSITIVE h2'),
  ('10000000-0000-4000-8000-000000000003', 'Cleo',      'Cleo@Alder.example', NULL,                       'SENTINEL_SENSITIVE h3'),
  ('10000000-0000-4000-8000-000000000004', 'Dan',       'dan@alder.example',  NULL,                       'SENTINEL_SENSITIVE h4'),
  ('10000000-0000-4000-8000-000000000005', 'Eve',       'eve@alder.example',  NULL,                       'SENTINEL_SENSITIVE h5'),
  ('10000000-0000-4000-8000-000000000006', 'Finn',      'finn@alder.example', '+49 SENTINEL_SENSITIVE 6', 'SENTINEL_SENSITIVE h6'),
  ('10000000-0000-4000-8000-000000000007', 'Gus',       'gus@birch.example',  '+49 SENTINEL_SENSITIVE 7', 'SENTINEL_SENSITIVE h7'),
  ('10000000-0000-4000-8000-000000000008', 'Hana',      'hana@none.example',  NULL,                       'SENTINEL_SENSITIVE h8'),
  ('10000000-0000-4000-8000-000000000009', 'Ivo O''Br', 'ivo@alder.example',  NULL,                       'SENTINEL_SENSITIVE h9'),
  ('10000000-0000-4000-8000-000000000010', 'Jun',       'jun@alder.example',  NULL,                       'SENTINEL_SENSITIVE h10'),
  ('10000000-0000-4000-8000-000000000011', 'Kim',       'kim@alder.example',  NULL,                       'SENTINEL_SENSITIVE h11'),
  ('10000000-0000-4000-8000-000000000012', 'Lea',       'lea@alder.example',  NULL,                       'SENTINEL_SENSITIVE h12');

-- Ada is admin here and guest in Birch. Dan is suspended, Eve's time ends at the very clock, Jun starts later, Kim is only
-- invited, Hana belongs nowhere, Ivo's time ends in the future.
INSERT INTO memberships (workspace_id, user_id, role, status, valid_from, valid_until) VALUES
  ('a0000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000001', 'admin',   'active',    '2025-01-01 00:00+00', NULL),
  ('b0000000-0000-4000-8000-000000000002', '10000000-0000-4000-8000-000000000001', 'guest',   'active',    '2025-01-01 00:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000002', 'member',  'active',    '2025-01-01 00:00+00', NULL),
  ('b0000000-0000-4000-8000-000000000002', '10000000-0000-4000-8000-000000000002', 'guest',   'active',    '2025-01-01 00:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000003', 'guest',   'active',    '2025-06-01 00:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000004', 'member',  'suspended', '2025-01-01 00:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000005', 'member',  'active',    '2025-01-01 00:00+00', '2026-03-15 12:00+00'),
  ('a0000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000006', 'records', 'active',    '2025-01-01 00:00+00', NULL),
  ('b0000000-0000-4000-8000-000000000002', '10000000-0000-4000-8000-000000000007', 'admin',   'active',    '2025-01-01 00:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000009', 'member',  'active',    '2026-03-15 12:00+00', '2027-01-01 00:00+00'),
  ('a0000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000010', 'member',  'active',    '2026-04-01 00:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000011', 'member',  'invited',   '2025-01-01 00:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000012', 'member',  'active',    '2025-01-01 00:00+00', NULL);

-- Alder: 1 Company > 2 Finance > 5 Legal > 8 Contracts (empty); 1 > 3 deleted > 4 (live child of a deleted folder, only reachable by its own id); 6 Archive; 7 Team.
INSERT INTO folders (workspace_id, id, parent_id, name, created_by, deleted_at) VALUES
  ('a0000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000001', NULL,                                   'Company',   '10000000-0000-4000-8000-000000000001', NULL),
  ('a0000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000002', '20000000-0000-4000-8000-000000000001', 'Finance',   '10000000-0000-4000-8000-000000000001', NULL),
  ('a0000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000003', '20000000-0000-4000-8000-000000000001', 'SENTINEL_DELETED folder', '10000000-0000-4000-8000-000000000001', '2026-02-01 00:00+00'),
  ('a0000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000004', '20000000-0000-4000-8000-000000000003', 'Loose minutes',           '10000000-0000-4000-8000-000000000001', NULL),
  ('a0000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000005', '20000000-0000-4000-8000-000000000002', 'Legal',     '10000000-0000-4000-8000-000000000001', NULL),
  ('a0000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000008', '20000000-0000-4000-8000-000000000005', 'Contracts', '10000000-0000-4000-8000-000000000001', NULL),
  ('a0000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000006', NULL,                                   'Archive',   '10000000-0000-4000-8000-000000000001', NULL),
  ('a0000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000007', NULL,                                   'Team 100%_a\b', '10000000-0000-4000-8000-000000000002', NULL);

-- Birch, the clone: same ids 1, 2, 3 (here not deleted), 7, and one folder 9 of its own below 1.
INSERT INTO folders (workspace_id, id, parent_id, name, created_by, deleted_at) VALUES
  ('b0000000-0000-4000-8000-000000000002', '20000000-0000-4000-8000-000000000001', NULL,                                   'SENTINEL_B Company', '10000000-0000-4000-8000-000000000007', NULL),
  ('b0000000-0000-4000-8000-000000000002', '20000000-0000-4000-8000-000000000002', '20000000-0000-4000-8000-000000000001', 'SENTINEL_B Finance', '10000000-0000-4000-8000-000000000007', NULL),
  ('b0000000-0000-4000-8000-000000000002', '20000000-0000-4000-8000-000000000003', '20000000-0000-4000-8000-000000000001', 'SENTINEL_B Plans',   '10000000-0000-4000-8000-000000000007', NULL),
  ('b0000000-0000-4000-8000-000000000002', '20000000-0000-4000-8000-000000000007', NULL,                                   'SENTINEL_B Team',    '10000000-0000-4000-8000-000000000007', NULL),
  ('b0000000-0000-4000-8000-000000000002', '20000000-0000-4000-8000-000000000009', '20000000-0000-4000-8000-000000000001', 'SENTINEL_B Buyout',  '10000000-0000-4000-8000-000000000007', NULL);

-- Alder documents (number: what it is for).
INSERT INTO documents (workspace_id, id, folder_id, owner_id, title, summary, classification, status, legal_hold, internal_notes, updated_at, deleted_at)
SELECT 'a0000000-0000-4000-8000-000000000001', ('30000000-0000-4000-8000-0000000000' || x.n)::uuid,
       ('20000000-0000-4000-8000-0000000000' || x.f)::uuid, ('10000000-0000-4000-8000-0000000000' || x.o)::uuid,
       x.title, x.summary, x.class, x.status, x.hold, 'SENTINEL_SENSITIVE note ' || x.n, x.upd::timestamptz, x.del::timestamptz
FROM (VALUES
  ('01', '02', '01', 'Budget 2026',                     'Plan of the year',           'confidential', 'active',   false, '2026-03-01 00:00+00', NULL),
  ('02', '01', '01', 'Travel policy',                   'Guide for trips',            'internal',     'active',   false, '2026-03-02 00:00+00', NULL),
  ('03', '07', '02', 'Press kit_100%',                  'Logos and guide',            'public',       'active',   false, '2026-03-03 00:00+00', NULL),
  ('04', '05', '01', 'SENTINEL_SECRET Merger',          '',                           'confidential', 'active',   false, '2026-03-04 00:00+00', NULL),
  ('05', '05', '01', 'SENTINEL_EXPIRED Salary bands',   '',                           'confidential', 'active',   false, '2026-03-04 23:59:59.999999+00', NULL),
  ('06', '05', '01', 'SENTINEL_FUTURE Layoffs',         '',                           'confidential', 'active',   false, '2026-03-05 00:00+00', NULL),
  ('07', '05', '01', 'SENTINEL_REVOKED Board deck',     '',                           'confidential', 'active',   false, '2026-03-05 00:00+00', NULL),
  ('08', '02', '01', 'SENTINEL_DELETED Draft plan',     '',                           'internal',     'active',   false, '2026-03-06 00:00+00', '2026-03-07 00:00+00'),
  ('09', '03', '01', 'SENTINEL_DELETED Plan in folder', '',                           'internal',     'active',   false, '2026-03-06 00:00+00', NULL),
  ('10', '02', '01', 'SENTINEL_RESTRICTED Inquiry',     '',                           'restricted',   'active',   false, '2026-03-08 00:00+00', NULL),
  ('11', '07', '12', 'Guide to 50%_off \ O''Neil',      'Caf' || U&'\00E9' || ' list','internal',     'active',   false, '2026-03-09 00:00+00', NULL),
  ('12', '07', '01', 'SENTINEL_SECRET Roadmap',         '',                           'confidential', 'active',   false, '2026-03-10 00:00+00', NULL),
  ('13', '01', '12', 'Office map',                      'Where to find whom',         'internal',     'archived', false, '2026-03-10 12:00+00', NULL),
  ('14', '08', '01', 'Lease',                           'Rent of the office',         'internal',     'active',   false, '2026-03-10 13:00+00', NULL),
  ('20', '07', '02', 'Handbook',                        'Rules of the house',         'internal',     'active',   false, '2026-03-11 00:00+00', NULL),
  ('21', '07', '02', 'Court file',                      '',                           'confidential', 'active',   true,  '2026-03-12 00:00+00', NULL),
  ('22', '07', '01', 'Pricing',                         '',                           'confidential', 'active',   false, '2026-03-13 00:00+00', NULL)
) AS x (n, f, o, title, summary, class, status, hold, upd, del);

-- 110 documents in Archive, all shared with Lea: one more page than a call may return.
INSERT INTO documents (workspace_id, id, folder_id, owner_id, title, classification, updated_at)
SELECT 'a0000000-0000-4000-8000-000000000001', ('30000000-0000-4000-8000-000000001' || lpad(i::text, 3, '0'))::uuid,
       '20000000-0000-4000-8000-000000000006', '10000000-0000-4000-8000-000000000001',
       'Bulk ' || lpad(i::text, 3, '0'), 'confidential', '2026-01-01 00:00+00'::timestamptz + make_interval(mins => i)
FROM generate_series(1, 110) AS i;

-- Birch documents: clones of 01, 02, 12, 21 and one (30) that exists only there.
INSERT INTO documents (workspace_id, id, folder_id, owner_id, title, summary, classification, status, legal_hold, internal_notes, updated_at, deleted_at)
SELECT 'b0000000-0000-4000-8000-000000000002', ('30000000-0000-4000-8000-0000000000' || x.n)::uuid,
       ('20000000-0000-4000-8000-0000000000' || x.f)::uuid, '10000000-0000-4000-8000-000000000007',
       x.title, 'SENTINEL_B guide', x.class, 'active', false, 'SENTINEL_SENSITIVE note b' || x.n, '2026-03-14 00:00+00', NULL
FROM (VALUES
  ('01', '02', 'SENTINEL_B Budget 2026',   'confidential'),
  ('02', '01', 'SENTINEL_B Travel policy', 'internal'),
  ('12', '07', 'SENTINEL_B Roadmap',       'confidential'),
  ('21', '07', 'SENTINEL_B Court file',    'confidential'),
  ('30', '09', 'SENTINEL_B Buyout offer',  'public')
) AS x (n, f, title, class);

-- Versions. 01 v2 is ready for Ben to publish. 20: v1 written by Ben, v2 reviewed by Ben, v3 in review, v4 approved again after
-- Lea's earlier publication, v5 rejected. 12 v1 is ready, but nobody but Ada manages 12 in Alder. 05 v2, 06 v1, 07 v1, 09 v2 and
-- 22 v1 are ready, too, and Ben's shares on them give no right. 21 is under legal hold, 13 archived.
INSERT INTO document_versions (workspace_id, document_id, version_no, state, author_id, reviewer_id, review_note, storage_key, size_bytes, published_at, published_by)
SELECT x.ws::uuid, ('30000000-0000-4000-8000-0000000000' || x.n)::uuid, x.v, x.state,
       ('10000000-0000-4000-8000-0000000000' || x.author)::uuid, ('10000000-0000-4000-8000-0000000000' || x.reviewer)::uuid,
       'SENTINEL_SENSITIVE review', 'SENTINEL_SENSITIVE/' || x.n || '/' || x.v, x.size,
       CASE WHEN x.publisher IS NOT NULL THEN '2026-02-01 00:00+00'::timestamptz END,
       ('10000000-0000-4000-8000-0000000000' || x.publisher)::uuid
FROM (VALUES
  ('a0000000-0000-4000-8000-000000000001', '01', 1, 'published', '09', '01', 1001, '02'),
  ('a0000000-0000-4000-8000-000000000001', '01', 2, 'approved',  '09', '01', 1002, NULL),
  ('a0000000-0000-4000-8000-000000000001', '02', 1, 'published', '12', '09', 1020, '01'),
  ('a0000000-0000-4000-8000-000000000001', '03', 1, 'published', '12', '09', 1030, '02'),
  ('a0000000-0000-4000-8000-000000000001', '03', 2, 'published', '12', '09', 1031, '02'),
  ('a0000000-0000-4000-8000-000000000001', '03', 3, 'draft',     '12', NULL, 1032, NULL),
  ('a0000000-0000-4000-8000-000000000001', '05', 2, 'approved',  '09', '01', 1051, NULL),
  ('a0000000-0000-4000-8000-000000000001', '06', 1, 'approved',  '09', '01', 1060, NULL),
  ('a0000000-0000-4000-8000-000000000001', '07', 1, 'approved',  '09', '01', 1070, NULL),
  ('a0000000-0000-4000-8000-000000000001', '05', 1, 'published', '01', '09', 1050, '12'),
  ('a0000000-0000-4000-8000-000000000001', '08', 1, 'approved',  '09', '01', 1080, NULL),
  ('a0000000-0000-4000-8000-000000000001', '09', 1, 'published', '09', '12', 1090, '01'),
  ('a0000000-0000-4000-8000-000000000001', '09', 2, 'approved',  '09', '01', 1091, NULL),
  ('a0000000-0000-4000-8000-000000000001', '10', 1, 'published', '09', '12', 1100, '01'),
  ('a0000000-0000-4000-8000-000000000001', '12', 1, 'approved',  '09', '12', 1120, NULL),
  ('a0000000-0000-4000-8000-000000000001', '13', 1, 'approved',  '09', '01', 1130, NULL),
  ('a0000000-0000-4000-8000-000000000001', '14', 1, 'published', '09', '12', 1140, '01'),
  ('a0000000-0000-4000-8000-000000000001', '20', 1, 'approved',  '02', '01', 1200, NULL),
  ('a0000000-0000-4000-8000-000000000001', '20', 2, 'approved',  '09', '02', 1201, NULL),
  ('a0000000-0000-4000-8000-000000000001', '20', 3, 'in_review', '09', '01', 1202, NULL),
  ('a0000000-0000-4000-8000-000000000001', '20', 4, 'approved',  '09', '01', 1203, '12'),
  ('a0000000-0000-4000-8000-000000000001', '20', 5, 'rejected',  '09', '01', 1204, NULL),
  ('a0000000-0000-4000-8000-000000000001', '22', 1, 'approved',  '09', '12', 1220, NULL),
  ('a0000000-0000-4000-8000-000000000001', '21', 1, 'approved',  '09', '01', 1210, NULL),
  ('b0000000-0000-4000-8000-000000000002', '01', 1, 'published', '07', '01', 990011, '07'),
  ('b0000000-0000-4000-8000-000000000002', '01', 2, 'draft',     '07', NULL, 990012, NULL),
  ('b0000000-0000-4000-8000-000000000002', '01', 9, 'published', '07', '01', 990001, '07'),
  ('b0000000-0000-4000-8000-000000000002', '02', 8, 'published', '07', '01', 990002, '07'),
  ('b0000000-0000-4000-8000-000000000002', '12', 1, 'approved',  '07', '01', 990012, NULL),
  ('b0000000-0000-4000-8000-000000000002', '30', 1, 'published', '07', '01', 990030, '07')
) AS x (ws, n, v, state, author, reviewer, size, publisher);

-- Shares. Ben: 01 twice (view, past; manage, live), 05 ends at the very clock, 06 not begun, 07 revoked, 08 and 09 live on deleted
-- matter, 22 edit. In Birch Ben manages 12 and 01. Dan (suspended) and Eve (over) still hold live shares,
-- Gus (of Birch) and Cleo (guest) manage 01 in Alder.
INSERT INTO shares (workspace_id, id, document_id, grantee_id, permission, granted_by, starts_at, expires_at, revoked_at)
SELECT x.ws::uuid, ('40000000-0000-4000-8000-0000000000' || x.n)::uuid, ('30000000-0000-4000-8000-0000000000' || x.d)::uuid,
       ('10000000-0000-4000-8000-0000000000' || x.u)::uuid, x.perm, ('10000000-0000-4000-8000-0000000000' || x.g)::uuid,
       x.a::timestamptz, x.e::timestamptz, x.r::timestamptz
FROM (VALUES
  ('a0000000-0000-4000-8000-000000000001', '01', '01', '02', 'view',   '01', '2025-05-01 00:00+00', '2025-12-31 00:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '02', '01', '02', 'manage', '01', '2026-01-01 00:00+00', NULL,                  NULL),
  ('a0000000-0000-4000-8000-000000000001', '03', '05', '02', 'manage', '01', '2026-01-01 00:00+00', '2026-03-15 12:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '04', '06', '02', 'view',   '01', '2026-03-16 00:00+00', '2026-04-16 00:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '05', '07', '02', 'manage', '01', '2026-01-01 00:00+00', NULL,                  '2026-02-01 00:00+00'),
  ('a0000000-0000-4000-8000-000000000001', '06', '08', '02', 'manage', '01', '2026-01-01 00:00+00', NULL,                  NULL),
  ('a0000000-0000-4000-8000-000000000001', '07', '09', '02', 'manage', '01', '2026-01-01 00:00+00', '2026-12-31 00:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '08', '22', '02', 'edit',   '01', '2026-03-15 12:00+00', '2026-12-31 00:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '09', '01', '04', 'manage', '01', '2026-01-01 00:00+00', NULL,                  NULL),
  ('a0000000-0000-4000-8000-000000000001', '10', '01', '05', 'manage', '01', '2026-01-01 00:00+00', NULL,                  NULL),
  ('a0000000-0000-4000-8000-000000000001', '11', '01', '09', 'view',   '01', '2026-01-01 00:00+00', '2026-12-31 00:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '12', '20', '09', 'edit',   '02', '2026-01-01 00:00+00', NULL,                  NULL),
  ('a0000000-0000-4000-8000-000000000001', '13', '22', '03', 'view',   '01', '2026-01-01 00:00+00', NULL,                  NULL),
  ('a0000000-0000-4000-8000-000000000001', '14', '10', '02', 'manage', '01', '2025-01-01 00:00+00', '2025-02-01 00:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '15', '13', '02', 'manage', '12', '2026-01-01 00:00+00', NULL,                  NULL),
  ('a0000000-0000-4000-8000-000000000001', '16', '01', '08', 'manage', '01', '2026-01-01 00:00+00', NULL,                  NULL),
  ('a0000000-0000-4000-8000-000000000001', '17', '01', '10', 'manage', '01', '2026-01-01 00:00+00', NULL,                  NULL),
  ('a0000000-0000-4000-8000-000000000001', '18', '01', '11', 'manage', '01', '2026-01-01 00:00+00', NULL,                  NULL),
  ('a0000000-0000-4000-8000-000000000001', '19', '01', '03', 'manage', '01', '2026-01-01 00:00+00', NULL,                  NULL),
  ('a0000000-0000-4000-8000-000000000001', '20', '01', '07', 'manage', '01', '2026-01-01 00:00+00', NULL,                  NULL),
  ('a0000000-0000-4000-8000-000000000001', '21', '06', '02', 'manage', '01', '2026-03-16 00:00+00', NULL,                  NULL),
  ('b0000000-0000-4000-8000-000000000002', '02', '12', '02', 'manage', '07', '2026-01-01 00:00+00', NULL,                  NULL),
  ('b0000000-0000-4000-8000-000000000002', '03', '01', '02', 'manage', '07', '2026-01-01 00:00+00', NULL,                  NULL)
) AS x (ws, n, d, u, perm, g, a, e, r);

INSERT INTO shares (workspace_id, id, document_id, grantee_id, permission, granted_by, starts_at)
SELECT d.workspace_id, ('40000000-0000-4000-8000-000000001' || right(d.title, 3))::uuid, d.id,
       '10000000-0000-4000-8000-000000000012', 'view', d.owner_id, '2026-01-01 00:00+00'
FROM documents d
WHERE d.title LIKE 'Bulk %';

-- Links: 'budget' of 01, 'travel' of another document, 'old-budget' revoked, 'plan-b' of the clone of 01 in Birch.
INSERT INTO share_links (slug, workspace_id, document_id, created_by, token_hash, expires_at, revoked_at, created_at) VALUES
  ('budget',     'a0000000-0000-4000-8000-000000000001', '30000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000001', 'SENTINEL_SENSITIVE t1', '2026-03-20 00:00+00', NULL,                  '2026-03-01 00:00+00'),
  ('travel',     'a0000000-0000-4000-8000-000000000001', '30000000-0000-4000-8000-000000000002', '10000000-0000-4000-8000-000000000001', 'SENTINEL_SENSITIVE t2', '2026-03-20 00:00+00', NULL,                  '2026-03-01 00:00+00'),
  ('old-budget', 'a0000000-0000-4000-8000-000000000001', '30000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000001', 'SENTINEL_SENSITIVE t3', '2026-01-20 00:00+00', '2026-01-10 00:00+00', '2026-01-01 00:00+00'),
  ('plan-b',     'b0000000-0000-4000-8000-000000000002', '30000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000007', 'SENTINEL_B token',      '2026-06-20 00:00+00', NULL,                  '2026-03-01 00:00+00');

-- Comments: the newest of 01 in Alder is deleted, a still newer one belongs to the clone. Ids collide.
INSERT INTO comments (workspace_id, id, document_id, author_id, body, created_at, deleted_at) VALUES
  ('a0000000-0000-4000-8000-000000000001', '50000000-0000-4000-8000-000000000001', '30000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000009', 'Numbers look right',       '2026-03-01 10:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '50000000-0000-4000-8000-000000000002', '30000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000001', 'SENTINEL_DELETED comment', '2026-03-02 10:00+00', '2026-03-03 00:00+00'),
  ('a0000000-0000-4000-8000-000000000001', '50000000-0000-4000-8000-000000000003', '30000000-0000-4000-8000-000000000003', '10000000-0000-4000-8000-000000000002', 'First',                    '2026-03-02 10:00+00', NULL),
  ('a0000000-0000-4000-8000-000000000001', '50000000-0000-4000-8000-000000000004', '30000000-0000-4000-8000-000000000003', '10000000-0000-4000-8000-000000000001', 'Second',                   '2026-03-02 10:00+00', NULL),
  ('b0000000-0000-4000-8000-000000000002', '50000000-0000-4000-8000-000000000001', '30000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000007', 'SENTINEL_B comment',       '2026-03-05 10:00+00', NULL);

INSERT INTO audit_log (workspace_id, actor_id, action, document_id, detail, created_at) VALUES
  ('a0000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000001', 'link.save',       '30000000-0000-4000-8000-000000000001', '{"slug": "budget"}', '2026-03-01 00:00+00'),
  ('b0000000-0000-4000-8000-000000000002', '10000000-0000-4000-8000-000000000007', 'link.save',       '30000000-0000-4000-8000-000000000001', '{"slug": "plan-b"}', '2026-03-01 00:00+00'),
  ('a0000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000012', 'version.publish', '30000000-0000-4000-8000-000000000020', '{"version": 4}',     '2026-02-01 00:00+00');

-- Cedar works with people and ids of its own; Birch has some of the ids, too. Sentinels are as above.
-- People: 31 Mara admin, 32 Nils member, 33 Odin guest, 34 Pia records, 35 Quentin suspended, 36 Rita until the very clock,
-- 37 Sol member, 38 Tom member of Birch only, 39 Ula member, 40 Vera invited,
-- 41 Wim admin from April on, 42 Xia admin, suspended, 43 Yun admin until the very clock, 44 Zac guest.
INSERT INTO users (id, display_name, email, phone, password_hash)
SELECT ('10000000-0000-4000-8000-0000000000' || x.n)::uuid, x.name, lower(x.name) || '@cedar.example', '+1 SENTINEL_SENSITIVE ' || x.n, 'SENTINEL_SENSITIVE h' || x.n
FROM (VALUES ('31', 'Mara'), ('32', 'Nils'), ('33', 'Odin'), ('34', 'Pia'), ('35', 'Quentin'), ('36', 'Rita'), ('37', 'Sol'), ('38', 'Tom'), ('39', 'Ula'), ('40', 'Vera'),
      ('41', 'Wim'), ('42', 'Xia'), ('43', 'Yun'), ('44', 'Zac')) AS x (n, name);

INSERT INTO memberships (workspace_id, user_id, role, status, valid_from, valid_until)
SELECT x.ws::uuid, ('10000000-0000-4000-8000-0000000000' || x.n)::uuid, x.role, x.status,
       CASE x.n WHEN '41' THEN '2026-04-01 00:00+00' ELSE '2025-01-01 00:00+00' END::timestamptz, x.till::timestamptz
FROM (VALUES
  ('c0000000-0000-4000-8000-000000000003', '31', 'admin',   'active',    NULL),
  ('c0000000-0000-4000-8000-000000000003', '32', 'member',  'active',    NULL),
  ('c0000000-0000-4000-8000-000000000003', '33', 'guest',   'active',    NULL),
  ('c0000000-0000-4000-8000-000000000003', '34', 'records', 'active',    '2027-01-01 00:00+00'),
  ('c0000000-0000-4000-8000-000000000003', '35', 'member',  'suspended', NULL),
  ('c0000000-0000-4000-8000-000000000003', '36', 'member',  'active',    '2026-03-15 12:00+00'),
  ('c0000000-0000-4000-8000-000000000003', '37', 'member',  'active',    NULL),
  ('c0000000-0000-4000-8000-000000000003', '39', 'member',  'active',    NULL),
  ('c0000000-0000-4000-8000-000000000003', '40', 'member',  'invited',   NULL),
  ('c0000000-0000-4000-8000-000000000003', '41', 'admin',   'active',    NULL),
  ('c0000000-0000-4000-8000-000000000003', '42', 'admin',   'suspended', NULL),
  ('c0000000-0000-4000-8000-000000000003', '43', 'admin',   'active',    '2026-03-15 12:00+00'),
  ('c0000000-0000-4000-8000-000000000003', '44', 'guest',   'active',    NULL),
  ('b0000000-0000-4000-8000-000000000002', '38', 'member',  'active',    NULL)
) AS x (ws, n, role, status, till);

-- Folders: 51 Garden > 52 Seeds, 53 deleted, 54 Bulk.
INSERT INTO folders (workspace_id, id, parent_id, name, created_by, deleted_at)
SELECT x.ws::uuid, ('20000000-0000-4000-8000-0000000000' || x.n)::uuid, ('20000000-0000-4000-8000-0000000000' || x.parent)::uuid, x.name,
       '10000000-0000-4000-8000-000000000031', x.del::timestamptz
FROM (VALUES
  ('c0000000-0000-4000-8000-000000000003', '51', NULL, 'Garden',                NULL),
  ('c0000000-0000-4000-8000-000000000003', '52', '51', 'Seeds',                 NULL),
  ('c0000000-0000-4000-8000-000000000003', '53', '51', 'SENTINEL_DELETED shed', '2026-02-01 00:00+00'),
  ('c0000000-0000-4000-8000-000000000003', '54', NULL, 'Bulk',                  NULL),
  ('b0000000-0000-4000-8000-000000000002', '51', NULL, 'SENTINEL_B Garden',     NULL),
  ('b0000000-0000-4000-8000-000000000002', '52', '51', 'SENTINEL_B Seeds',      NULL),
  ('b0000000-0000-4000-8000-000000000002', '53', '51', 'SENTINEL_B shed',       NULL)
) AS x (ws, n, parent, name, del);

INSERT INTO documents (workspace_id, id, folder_id, owner_id, title, classification, status, legal_hold, internal_notes, updated_at, deleted_at)
SELECT x.ws::uuid, ('30000000-0000-4000-8000-0000000000' || x.n)::uuid, ('20000000-0000-4000-8000-0000000000' || x.f)::uuid,
       ('10000000-0000-4000-8000-0000000000' || x.o)::uuid, x.title, x.class, x.status, x.hold, 'SENTINEL_SENSITIVE note', x.upd::timestamptz, x.del::timestamptz
FROM (VALUES
  ('c0000000-0000-4000-8000-000000000003', '51', '51', '31', 'Plan of beds',                 'internal',     'active',   false, '2026-03-01 00:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '52', '52', '37', 'Seed list',                    'internal',     'active',   false, '2026-03-02 00:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '53', '52', '31', 'SENTINEL_SECRET Prices',       'confidential', 'active',   false, '2026-01-03 00:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '54', '51', '31', 'Tools',                        'confidential', 'active',   false, '2026-03-04 00:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '55', '51', '31', 'SENTINEL_EXPIRED Water',       'confidential', 'active',   false, '2026-01-05 00:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '56', '52', '31', 'SENTINEL_DELETED Old beds',    'internal',     'active',   false, '2026-01-06 00:00+00', '2026-02-01 00:00+00'),
  ('c0000000-0000-4000-8000-000000000003', '57', '53', '31', 'SENTINEL_DELETED In shed',     'internal',     'active',   false, '2026-01-07 00:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '58', '52', '31', 'SENTINEL_RESTRICTED Dispute',  'restricted',   'active',   false, '2026-01-08 00:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '59', '51', '31', 'SENTINEL_ARCHIVED Fence',      'internal',     'archived', false, '2026-01-09 00:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '60', '51', '31', 'SENTINEL_HOLD Boundary',       'internal',     'active',   true,  '2026-01-09 00:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '61', '51', '31', 'SENTINEL_REVOKED Wages',       'confidential', 'active',   false, '2026-01-10 00:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '62', '54', '31', 'Long table',                   'internal',     'active',   false, '2026-03-10 00:00+00', NULL),
  ('b0000000-0000-4000-8000-000000000002', '51', '51', '07', 'SENTINEL_B Plan of beds',      'internal',     'active',   false, '2026-01-01 00:00+00', NULL),
  ('b0000000-0000-4000-8000-000000000002', '53', '51', '07', 'SENTINEL_B Prices',            'internal',     'active',   false, '2026-01-01 00:00+00', NULL),
  ('b0000000-0000-4000-8000-000000000002', '56', '51', '07', 'SENTINEL_B Old beds',          'internal',     'active',   false, '2026-01-01 00:00+00', NULL),
  ('b0000000-0000-4000-8000-000000000002', '52', '52', '07', 'SENTINEL_B Seed list',         'internal',     'active',   false, '2026-01-02 00:00+00', NULL)
) AS x (ws, n, f, o, title, class, status, hold, upd, del);

-- Versions. Waiting without a reviewer: 51 v2 and v3, 52 v2 (by Nils), 54 v2, and several that nobody may take.
INSERT INTO document_versions (workspace_id, document_id, version_no, state, author_id, reviewer_id, review_note, storage_key, size_bytes, published_at, published_by)
SELECT x.ws::uuid, ('30000000-0000-4000-8000-0000000000' || x.n)::uuid, x.v, x.state, ('10000000-0000-4000-8000-0000000000' || x.author)::uuid,
       ('10000000-0000-4000-8000-0000000000' || x.reviewer)::uuid, 'SENTINEL_SENSITIVE review', 'SENTINEL_SENSITIVE/' || x.n || '/' || x.v, x.size,
       CASE WHEN x.state = 'published' THEN '2026-02-01 00:00+00'::timestamptz END, CASE WHEN x.state = 'published' THEN '10000000-0000-4000-8000-000000000031'::uuid END
FROM (VALUES
  ('c0000000-0000-4000-8000-000000000003', '51', 1, 'published', '37', '39', 100),
  ('c0000000-0000-4000-8000-000000000003', '51', 2, 'in_review', '37', NULL, 150),
  ('c0000000-0000-4000-8000-000000000003', '51', 3, 'in_review', '37', NULL, 160),
  ('c0000000-0000-4000-8000-000000000003', '51', 5, 'in_review', '37', '39', 180),
  ('c0000000-0000-4000-8000-000000000003', '61', 1, 'in_review', '37', NULL, 10),
  ('c0000000-0000-4000-8000-000000000003', '51', 4, 'draft',     '37', NULL, 170),
  ('c0000000-0000-4000-8000-000000000003', '52', 1, 'published', '37', '39', 1000),
  ('c0000000-0000-4000-8000-000000000003', '52', 2, 'in_review', '32', NULL, 1010),
  ('c0000000-0000-4000-8000-000000000003', '52', 3, 'published', '37', '39', 1300),
  ('c0000000-0000-4000-8000-000000000003', '53', 1, 'in_review', '37', NULL, 10),
  ('c0000000-0000-4000-8000-000000000003', '53', 2, 'published', '37', '39', 20),
  ('c0000000-0000-4000-8000-000000000003', '54', 1, 'published', '37', '39', 400),
  ('c0000000-0000-4000-8000-000000000003', '54', 2, 'in_review', '37', NULL, 450),
  ('c0000000-0000-4000-8000-000000000003', '55', 1, 'in_review', '37', NULL, 10),
  ('c0000000-0000-4000-8000-000000000003', '56', 1, 'in_review', '37', NULL, 10),
  ('c0000000-0000-4000-8000-000000000003', '56', 2, 'published', '37', '39', 11),
  ('c0000000-0000-4000-8000-000000000003', '57', 1, 'in_review', '37', NULL, 10),
  ('c0000000-0000-4000-8000-000000000003', '57', 2, 'published', '37', '39', 11),
  ('c0000000-0000-4000-8000-000000000003', '58', 1, 'published', '37', '39', 70),
  ('c0000000-0000-4000-8000-000000000003', '59', 1, 'in_review', '37', NULL, 10),
  ('c0000000-0000-4000-8000-000000000003', '60', 1, 'in_review', '37', NULL, 10),
  ('b0000000-0000-4000-8000-000000000002', '51', 2, 'in_review', '07', NULL, 880051),
  ('b0000000-0000-4000-8000-000000000002', '52', 2, 'published', '07', '01', 880052)
) AS x (ws, n, v, state, author, reviewer, size);

-- Document 62 has more versions than one call may export.
INSERT INTO document_versions (workspace_id, document_id, version_no, state, author_id, reviewer_id, storage_key, size_bytes)
SELECT 'c0000000-0000-4000-8000-000000000003', '30000000-0000-4000-8000-000000000062', n, 'published', '10000000-0000-4000-8000-000000000037',
       '10000000-0000-4000-8000-000000000039', 'SENTINEL_SENSITIVE/62/' || n, 10 * n
FROM generate_series(1, 110) AS n;

-- Shares. Nils: 54 edit, 55 over at the very clock, 61 revoked. Odin: 54 view. Ula: 53 view, 54 manage (Ula) and 52 manage (Nils).
-- Nils manages 53 from tomorrow on, and its namesake in Birch. Tom, Wim, Xia, Yun and Zac manage 54, and none of them may act.
INSERT INTO shares (workspace_id, id, document_id, grantee_id, permission, granted_by, starts_at, expires_at, revoked_at)
SELECT x.ws::uuid, ('40000000-0000-4000-8000-0000000000' || x.n)::uuid, ('30000000-0000-4000-8000-0000000000' || x.d)::uuid,
       ('10000000-0000-4000-8000-0000000000' || x.u)::uuid, x.perm, '10000000-0000-4000-8000-000000000031',
       CASE x.n WHEN '62' THEN '2026-03-16 00:00+00' ELSE '2026-01-01 00:00+00' END::timestamptz, x.e::timestamptz, x.r::timestamptz
FROM (VALUES
  ('c0000000-0000-4000-8000-000000000003', '51', '54', '32', 'edit',   NULL,                  NULL),
  ('c0000000-0000-4000-8000-000000000003', '52', '55', '32', 'manage', '2026-03-15 12:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '53', '61', '32', 'manage', NULL,                  '2026-02-01 00:00+00'),
  ('c0000000-0000-4000-8000-000000000003', '54', '54', '33', 'view',   NULL,                  NULL),
  ('c0000000-0000-4000-8000-000000000003', '55', '53', '39', 'view',   '2027-01-01 00:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '56', '54', '39', 'manage', NULL,                  NULL),
  ('c0000000-0000-4000-8000-000000000003', '57', '52', '32', 'manage', '2027-01-01 00:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '58', '51', '32', 'view',   NULL,                  NULL),
  ('c0000000-0000-4000-8000-000000000003', '59', '51', '39', 'comment', NULL,                 '2026-02-01 00:00+00'),
  ('c0000000-0000-4000-8000-000000000003', '62', '53', '32', 'manage', NULL,                  NULL),
  ('c0000000-0000-4000-8000-000000000003', '63', '54', '38', 'manage', NULL,                  NULL),
  ('c0000000-0000-4000-8000-000000000003', '64', '54', '41', 'manage', NULL,                  NULL),
  ('c0000000-0000-4000-8000-000000000003', '65', '54', '42', 'manage', NULL,                  NULL),
  ('c0000000-0000-4000-8000-000000000003', '66', '54', '43', 'manage', NULL,                  NULL),
  ('c0000000-0000-4000-8000-000000000003', '67', '54', '44', 'manage', NULL,                  NULL),
  ('b0000000-0000-4000-8000-000000000002', '67', '53', '32', 'manage', NULL,                  NULL),
  ('b0000000-0000-4000-8000-000000000002', '61', '52', '38', 'manage', NULL,                  NULL)
) AS x (ws, n, d, u, perm, e, r);

INSERT INTO comments (workspace_id, id, document_id, author_id, body, created_at, deleted_at)
SELECT x.ws::uuid, ('50000000-0000-4000-8000-0000000000' || x.n)::uuid, ('30000000-0000-4000-8000-0000000000' || x.d)::uuid,
       ('10000000-0000-4000-8000-0000000000' || x.u)::uuid, x.body, x.at::timestamptz, x.del::timestamptz
FROM (VALUES
  ('c0000000-0000-4000-8000-000000000003', '51', '51', '37', 'More roses',                  '2026-03-01 10:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '52', '51', '31', 'SENTINEL_DELETED remark',     '2026-03-02 10:00+00', '2026-03-03 00:00+00'),
  ('c0000000-0000-4000-8000-000000000003', '53', '53', '31', 'SENTINEL_SECRET remark',      '2026-03-02 10:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '54', '54', '32', 'Rake is broken',              '2026-03-02 10:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '55', '54', '31', 'Buy one',                     '2026-03-03 10:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '56', '55', '31', 'SENTINEL_EXPIRED remark',     '2026-03-03 10:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '57', '56', '31', 'SENTINEL_DELETED bed',        '2026-03-03 10:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '58', '57', '31', 'SENTINEL_DELETED shed',       '2026-03-03 10:00+00', NULL),
  ('c0000000-0000-4000-8000-000000000003', '59', '61', '31', 'SENTINEL_REVOKED remark',     '2026-03-03 10:00+00', NULL),
  ('b0000000-0000-4000-8000-000000000002', '51', '51', '07', 'SENTINEL_B remark',           '2026-03-04 10:00+00', NULL)
) AS x (ws, n, d, u, body, at, del);

INSERT INTO comments (workspace_id, id, document_id, author_id, body, created_at)
SELECT 'c0000000-0000-4000-8000-000000000003', ('50000000-0000-4000-8000-000000002' || lpad(n::text, 3, '0'))::uuid, '30000000-0000-4000-8000-000000000062',
       '10000000-0000-4000-8000-000000000037', 'Row ' || n, '2026-03-05 00:00+00'::timestamptz + (n / 2) * interval '1 minute'
FROM generate_series(1, 110) AS n;
