-- Fixtures of support-desk. Clock of all cases: 2026-05-20 09:00:00+00.
-- Organization 1 (Maple) is the caller's. Organization 2 (Nettle) has the same numbers. Organization 3 (Oak) has many tickets,
-- organization 4 (Rowan) many people.
--   SENTINEL_B         row of Nettle                SENTINEL_DELETED   deleted row, or row of a deleted ticket
--   SENTINEL_LEGAL     ticket of a restricted queue SENTINEL_INTERNAL  note among colleagues
--   SENTINEL_TAX, SENTINEL_HASH   columns that never leave

INSERT INTO orgs VALUES (1, 'Maple'), (2, 'Nettle'), (3, 'Oak'), (4, 'Rowan');

INSERT INTO users VALUES
  (1, 'Ada',  'ada@maple.example',  'SENTINEL_HASH u1'),
  (2, 'Ben',  'ben@maple.example',  'SENTINEL_HASH u2'),
  (3, 'Cleo', 'cleo@maple.example', 'SENTINEL_HASH u3'),
  (4, 'Vic',  'vic@maple.example',  'SENTINEL_HASH u4'),
  (5, 'Eve',  'eve@maple.example',  'SENTINEL_HASH u5'),
  (6, 'Jun',  'jun@maple.example',  'SENTINEL_HASH u6'),
  (7, 'Gus',  'gus@nettle.example', 'SENTINEL_HASH u7'),
  (8, 'Hana', 'hana@none.example',  'SENTINEL_HASH u8'),
  (9, 'Ivo',  'ivo@maple.example',  'SENTINEL_HASH u9'),
  (10, 'Nils', 'nils@oak.example',  'SENTINEL_HASH u10'),
  (12, 'Otto', 'otto@maple.example', 'SENTINEL_HASH u12'),
  (13, 'Paul', 'paul@oak.example', 'SENTINEL_HASH u13'),
  (14, 'Zoe', 'zoe@oak.example', 'SENTINEL_HASH u14'),
  (11, 'Lena', 'lena@maple.example', 'SENTINEL_HASH u11'),
  (15, 'Kai', 'kai@maple.example', 'SENTINEL_HASH u15'),
  (16, 'Max', 'max@maple.example', 'SENTINEL_HASH u16');

-- Kai is an agent here and a lead in Nettle, Max is a lead in both.
-- Eve's time ends at the very clock, Jun's begins later, Ivo's begins at the clock and ends later. Eve, Jun and Ben belong to Nettle, too.
INSERT INTO memberships VALUES
  (1, 1, 'admin',  '2025-01-01 00:00+00', NULL),
  (1, 2, 'agent',  '2025-01-01 00:00+00', NULL),
  (1, 3, 'lead',   '2025-01-01 00:00+00', NULL),
  (1, 4, 'viewer', '2025-01-01 00:00+00', NULL),
  (1, 5, 'lead',   '2025-01-01 00:00+00', '2026-05-20 09:00+00'),
  (1, 6, 'lead',   '2026-06-01 00:00+00', NULL),
  (1, 9, 'agent',  '2026-05-20 09:00+00', '2026-12-31 00:00+00'),
  (1, 11, 'lead',  '2025-01-01 00:00+00', NULL),
  (1, 12, 'lead',  '2025-01-01 00:00+00', NULL),
  (1, 15, 'agent', '2025-01-01 00:00+00', NULL),
  (2, 15, 'lead', '2025-01-01 00:00+00', NULL),
  (1, 16, 'lead', '2025-01-01 00:00+00', NULL),
  (2, 16, 'lead', '2025-01-01 00:00+00', NULL),
  (2, 7, 'admin',  '2025-01-01 00:00+00', NULL),
  (2, 2, 'viewer', '2025-01-01 00:00+00', NULL),
  (2, 4, 'agent',  '2025-01-01 00:00+00', NULL),
  (2, 5, 'lead',   '2025-01-01 00:00+00', NULL),
  (2, 6, 'lead',   '2025-01-01 00:00+00', NULL),
  (3, 14, 'agent', '2025-01-01 00:00+00', NULL),
  (2, 14, 'agent', '2025-01-01 00:00+00', NULL),
  (3, 13, 'viewer', '2025-01-01 00:00+00', NULL),
  (3, 10, 'agent', '2025-01-01 00:00+00', NULL);

INSERT INTO users SELECT n, 'Person ' || n, 'p' || n || '@rowan.example', 'SENTINEL_HASH' FROM generate_series(100, 159) AS n;
INSERT INTO memberships SELECT 4, n, 'agent', '2025-01-01 00:00+00'::timestamptz, NULL FROM generate_series(100, 159) AS n;

INSERT INTO customers VALUES
  (1, 1, 'Ann Archer',  'ann@archer.example', '111', 'plus',    'SENTINEL_TAX 1', '2026-01-01 00:00+00', NULL),
  (1, 2, 'Bob Brown',   'bob@brown.example',  NULL,  'basic',   'SENTINEL_TAX 2', '2026-01-01 00:00+00', NULL),
  (1, 3, 'SENTINEL_DELETED Carl', 'carl@gone.example', '333', 'basic', NULL, '2026-01-01 00:00+00', '2026-02-01 00:00+00'),
  (1, 4, 'Dora Dunn',   'dora@dunn.example',  '444', 'premium', NULL,             '2026-01-01 00:00+00', NULL),
  (1, 6, 'Fay Frost',   'fay@frost.example',  '666', 'basic',   'SENTINEL_TAX 6', '2026-01-01 00:00+00', NULL),
  (1, 70, 'Gil Gray', 'gil@gray-mill.example', NULL, 'plus', 'SENTINEL_TAX 9', '2026-01-01 00:00+00', NULL),
  (1, 71, 'Hal Gray', 'hal@gray-mill.example', '777', 'basic', 'SENTINEL_TAX 70', '2026-01-01 00:00+00', NULL),
  (2, 1, 'SENTINEL_B Ann', 'b1@b.example', NULL, 'basic', 'SENTINEL_TAX B1', '2026-01-01 00:00+00', NULL),
  (2, 2, 'SENTINEL_B Zed', 'b2@b.example', '222', 'basic', 'SENTINEL_TAX B2', '2026-01-01 00:00+00', NULL),
  (2, 3, 'SENTINEL_B Karl', 'b3@b.example', NULL, 'basic', NULL, '2026-01-01 00:00+00', NULL),
  (2, 5, 'SENTINEL_B Max', 'b5@b.example', NULL, 'basic', NULL, '2026-01-01 00:00+00', NULL),
  (3, 1, 'Oak customer', 'oak@oak.example', NULL, 'basic', NULL, '2026-01-01 00:00+00', NULL),
  (3, 61, 'Last customer', 'last@oak.example', NULL, 'plus', NULL, '2026-01-01 00:00+00', NULL);

INSERT INTO customers
SELECT 3, n, 'Customer ' || n, 'c' || n || '@oak.example', NULL, 'basic', NULL, '2026-01-01 00:00+00', NULL FROM generate_series(2, 60) AS n;

-- Queue 2 is restricted in Maple and open in Nettle, queue 3 the other way round.
INSERT INTO queues VALUES
  (1, 1, 'General', false), (1, 2, 'Legal', true), (1, 3, 'Billing', false),
  (2, 1, 'General', false), (2, 2, 'Legal', false), (2, 3, 'Billing', true),
  (3, 1, 'General', false);

-- Two queues whose numbers no other organization has.
INSERT INTO queues VALUES (1, 7, 'Returns', false), (1, 8, 'Fraud', true);
INSERT INTO queue_members VALUES (1, 8, 3);

-- Cleo works on legal matters in Maple, Ben in Nettle.
INSERT INTO queue_members VALUES (1, 2, 3), (1, 3, 2), (1, 1, 11), (2, 2, 2), (2, 2, 12), (2, 3, 7), (2, 1, 4);

INSERT INTO tickets VALUES
  (1, 1, 1, 1, 2,    'Printer on fire',          'open',    3, '2026-05-01 08:00+00', '2026-05-02 08:00+00', NULL),
  (1, 2, 1, 2, NULL, 'Refund is late',           'pending', 2, '2026-05-02 08:00+00', '2026-05-06 08:00+00', NULL),
  (1, 3, 2, 1, 3,    'SENTINEL_LEGAL claim',     'open',    4, '2026-05-03 08:00+00', '2026-05-05 08:00+00', NULL),
  (1, 4, 1, 1, 2,    'SENTINEL_DELETED ticket',  'open',    3, '2026-05-04 08:00+00', '2026-05-04 08:00+00', '2026-05-05 08:00+00'),
  (1, 5, 3, 2, 2,    'Invoice came twice',       'solved',  1, '2026-05-05 08:00+00', '2026-05-05 09:00+00', NULL),
  (1, 6, 3, 4, NULL, 'Password help',            'closed',  1, '2026-05-06 08:00+00', '2026-05-06 09:00+00', NULL),
  (1, 7, 1, 4, 3,    'Screen flickers',          'solved',  2, '2026-05-07 08:00+00', '2026-05-07 09:00+00', NULL),
  (1, 9, 2, 4, NULL, 'SENTINEL_LEGAL notice',    'solved',  4, '2026-05-08 08:00+00', '2026-05-08 09:00+00', NULL),
  (1, 10, 1, 3, 2,   'Old account',              'open',    2, '2026-05-08 10:00+00', '2026-05-08 10:00+00', NULL),
  (1, 12, 3, 1, NULL, 'SENTINEL_DELETED twelve', 'solved',  2, '2026-05-08 11:00+00', '2026-05-08 12:00+00', '2026-05-09 00:00+00'),
  (2, 11, 1, 1, 14,  'SENTINEL_B eleven',        'solved',  3, '2026-05-01 08:00+00', '2026-05-02 08:00+00', NULL),
  (2, 1, 1, 1, 7,    'SENTINEL_B printer',       'open',    3, '2026-05-01 08:00+00', '2026-05-02 08:00+00', NULL),
  (2, 2, 1, 2, NULL, 'SENTINEL_B refund',        'pending', 2, '2026-05-02 08:00+00', '2026-05-02 08:00+00', NULL),
  (2, 3, 2, 1, 7,    'SENTINEL_B legal',         'open',    4, '2026-05-03 08:00+00', '2026-05-03 08:00+00', NULL),
  (2, 4, 1, 1, 7,    'SENTINEL_B four',          'open',    3, '2026-05-04 08:00+00', '2026-05-04 08:00+00', NULL),
  (2, 5, 2, 2, 7,    'SENTINEL_B five',          'solved',    1, '2026-05-05 08:00+00', '2026-05-05 08:00+00', NULL),
  (2, 8, 1, 5, 7,    'SENTINEL_B eight',         'open',    2, '2026-05-05 08:00+00', '2026-05-05 08:00+00', NULL);

INSERT INTO tickets
SELECT 3, n, 1, 1, 10, 'Bulk ' || n, 'open', 2, '2026-05-01 00:00+00'::timestamptz + n * interval '1 minute', '2026-05-01 00:00+00', NULL
FROM generate_series(1, 60) AS n;

INSERT INTO tickets VALUES
  (3, 63, 1, 61, 14, 'Still open', 'open', 1, '2026-05-03 00:00+00', '2026-05-03 00:00+00', NULL),
  (3, 61, 1, 61, 14, 'Last one', 'closed', 1, '2026-05-03 00:00+00', '2026-05-03 00:00+00', NULL),
  (3, 62, 1, 61, NULL, 'SENTINEL_DELETED last', 'closed', 1, '2026-05-03 00:00+00', '2026-05-03 00:00+00', '2026-05-04 00:00+00');

INSERT INTO tickets VALUES
  (1, 21, 7, 70, 2,   'Parcel lost',              'open',    2, '2026-05-10 08:00+00', '2026-05-10 08:00+00', NULL),
  (1, 22, 7, 71, NULL, 'Wrong size',               'pending', 3, '2026-05-11 08:00+00', '2026-05-11 08:00+00', NULL),
  (1, 23, 8, 70, 3,   'Stolen card',              'open',    4, '2026-05-12 08:00+00', '2026-05-12 08:00+00', NULL);

INSERT INTO messages VALUES
  (1, 21, 21, 2, 'Sent again',                       false, '2026-05-10 09:00+00', NULL),
  (1, 22, 21, 3, 'Ask the carrier',                  true,  '2026-05-10 09:05+00', NULL),
  (1, 23, 23, 3, 'Card is blocked',                  false, '2026-05-12 09:00+00', NULL),
  (1, 1, 1, 2, 'Have you tried water?',              false, '2026-05-01 09:00+00', NULL),
  (1, 2, 1, 3, 'SENTINEL_INTERNAL he is rude',       true,  '2026-05-01 09:05+00', NULL),
  (1, 3, 1, 2, 'SENTINEL_DELETED reply',             false, '2026-05-01 09:10+00', '2026-05-01 09:20+00'),
  (1, 4, 2, 2, 'We are on it',                       false, '2026-05-02 09:00+00', NULL),
  (1, 5, 3, 3, 'SENTINEL_LEGAL letter',              false, '2026-05-03 09:00+00', NULL),
  (1, 6, 4, 2, 'SENTINEL_DELETED with its ticket',   false, '2026-05-04 09:00+00', NULL),
  (1, 7, 5, 2, 'You get the money back',             false, '2026-05-05 09:00+00', NULL),
  (1, 12, 5, 3, 'Checked with the ledger',           true,  '2026-05-05 10:00+00', NULL),
  (1, 13, 7, 4, 'SENTINEL_INTERNAL lost the key',    true,  '2025-05-07 10:00+00', NULL),
  (1, 8, 1, 3, 'A colleague calls you',              false, '2026-05-01 10:00+00', NULL),
  (2, 1, 1, 7, 'SENTINEL_B reply',                   false, '2026-05-01 09:00+00', NULL),
  (2, 9, 1, 7, 'SENTINEL_B second',                  false, '2026-05-01 09:30+00', NULL),
  (2, 10, 8, 7, 'SENTINEL_B eight',                  false, '2026-05-05 09:30+00', NULL);

INSERT INTO messages
SELECT 3, n, 1, 10, 'Note ' || n, false, '2026-05-01 00:00+00'::timestamptz + n * interval '1 minute', NULL
FROM generate_series(1, 60) AS n;
