-- Fixtures of the field-service app. Load after the DDL of SPEC.md. Deterministic.
-- Now of every check: 2025-11-03 10:00:00+00. SENTINEL-<reason> marks text that must stay hidden.
--
-- Companies  1 Northlift (the session)   2 Southgate (same numbers)   3 Eastmoor (empty)   4 Westbrook (shares orders with 1)
-- Persons    11 Ada  manager 1                          12 Ben  dispatcher 1
--            13 Cara technician 1                       14 Dov  technician 1
--            15 Eli  auditor 1                          16 Fen  manager 1 until exactly now
--            17 Gus  suspended manager 1                18 Hui  manager 1 from tomorrow
--            19 Ivy  manager 2                          20 Jon  nowhere
--            21 Kim  technician 1 from exactly now, manager 2
--            22 Lev  technician 1 until exactly now     23 Mia  suspended technician 1
--            24 Nik  dispatcher 1, technician 2         25 Ora  manager 1 until next year, technician 2
--            26 Pip  technician 1 from tomorrow         27 Quy  technician 2, with orders of 1
--            28 Rui  auditor 1 until exactly now        29 Sol  suspended auditor 1
--            30 Tam  technician 1 and 2               32 Uma  technician 1

INSERT INTO company (company_id, name) VALUES (1, 'Northlift'), (2, 'Southgate'), (3, 'Eastmoor'), (4, 'Westbrook');

INSERT INTO member (company_id, person_id, full_name, rank, valid_from, valid_to, suspended, hourly_rate, pin_hash)
SELECT v.company, v.person, v.name, v.rank, v.since::timestamptz, v.until::timestamptz, v.suspended, 7777.00,
       'SENTINEL-PIN-' || v.person
FROM (VALUES
  (1, 11, 'Ada Lindh',  'manager',    '2025-01-01 00:00+00', NULL, false),
  (1, 12, 'Ben Okoro',  'dispatcher', '2025-01-01 00:00+00', NULL, false),
  (1, 13, 'Cara Vidal', 'technician', '2025-01-01 00:00+00', NULL, false),
  (1, 14, 'Dov Amsel',  'technician', '2025-01-01 00:00+00', '2026-01-01 00:00+00', false),
  (1, 15, 'Eli Marsh',  'auditor',    '2025-01-01 00:00+00', NULL, false),
  (1, 16, 'Fen Zhao',   'manager',    '2025-01-01 00:00+00', '2025-11-03 10:00+00', false),
  (1, 17, 'Gus Bell',   'manager',    '2025-01-01 00:00+00', NULL, true),
  (1, 18, 'Hui Tan',    'manager',    '2025-11-04 00:00+00', NULL, false),
  (1, 21, 'Kim Sato',   'technician', '2025-11-03 10:00+00', NULL, false),
  (1, 22, 'Lev Orlov',  'technician', '2025-01-01 00:00+00', '2025-11-03 10:00+00', false),
  (1, 23, 'Mia Kruse',  'technician', '2025-01-01 00:00+00', NULL, true),
  (1, 24, 'Nik Pavlov', 'dispatcher', '2025-01-01 00:00+00', NULL, false),
  (1, 25, 'Ora Bianchi','manager',    '2025-01-01 00:00+00', '2026-01-01 00:00+00', false),
  (1, 26, 'Pip Doyle',  'technician', '2025-11-04 00:00+00', NULL, false),
  (1, 28, 'Rui Costa',  'auditor',    '2025-01-01 00:00+00', '2025-11-03 10:00+00', false),
  (1, 29, 'Sol Reyes',  'auditor',    '2025-01-01 00:00+00', NULL, true),
  (1, 32, 'Uma Berg',   'technician', '2025-01-01 00:00+00', NULL, false),
  (1, 30, 'Tam Nguyen', 'technician', '2025-01-01 00:00+00', NULL, false),
  (2, 13, 'SENTINEL-B Cara', 'technician', '2025-01-01 00:00+00', '2025-02-01 00:00+00', false),
  (2, 19, 'Ivy Roth',   'manager',    '2025-01-01 00:00+00', NULL, false),
  (2, 21, 'SENTINEL-B Kim', 'manager', '2025-01-01 00:00+00', NULL, false),
  (2, 24, 'SENTINEL-B Nik', 'technician', '2025-01-01 00:00+00', NULL, false),
  (2, 25, 'SENTINEL-B Ora', 'technician', '2025-01-01 00:00+00', NULL, false),
  (2, 27, 'Quy Pham',   'technician', '2025-01-01 00:00+00', NULL, false),
  (2, 30, 'SENTINEL-B Tam', 'technician', '2025-01-01 00:00+00', NULL, false),
  (4, 31, 'Uwe Falk',   'manager',    '2025-01-01 00:00+00', NULL, false)
) AS v (company, person, name, rank, since, until, suspended);

INSERT INTO customer (company_id, customer_no, name, city, email, credit_note, deleted_at) VALUES
  (1, 1, 'Harbour Bakery', 'Bergen', 'post@harbour.example', 'SENTINEL-CREDIT slow', NULL),
  (1, 2, 'Hill School', 'Oslo', 'office@hill.example', 'SENTINEL-CREDIT good', NULL),
  (1, 3, 'SENTINEL-DELETED Hotel', 'Oslo', 'desk@hotel.example', NULL, '2025-06-01 00:00+00'),
  (1, 4, 'Discount 100%_\Depot', 'Molde', 'in@depot.example', NULL, NULL),
  (1, 5, 'Lighthouse Trust', 'Bodo', 'hello@light.example', 'SENTINEL-CREDIT bankrupt', NULL),
  (2, 1, 'SENTINEL-B Bakery', 'Lund', 'post@b.example', 'SENTINEL-CREDIT b', NULL),
  (2, 2, 'SENTINEL-B School', 'Lund', 'office@b.example', NULL, NULL),
  (2, 3, 'SENTINEL-B Hotel', 'Lund', 'desk@b.example', NULL, NULL),
  (4, 1, 'SENTINEL-W Mill', 'Ghent', 'mill@w.example', NULL, NULL),
  (4, 2, 'SENTINEL-W Gone', 'Ghent', 'gone@w.example', NULL, '2025-06-01 00:00+00');
INSERT INTO customer (company_id, customer_no, name, city, email)
SELECT 1, 100 + n, 'Yard ' || to_char(n, 'FM00'), 'Tromso', 'y' || n || '@yard.example' FROM generate_series(1, 60) AS n;

INSERT INTO site (company_id, site_no, customer_no, address, access_hours, contact, door_code, deleted_at) VALUES
  (1, 1, 1, 'Quay 1', '06-14', 'Rolf', 'SENTINEL-DOOR-11', NULL),
  (1, 2, 2, 'Hill Road 2', '08-16', 'Siv', 'SENTINEL-DOOR-12', NULL),
  (1, 3, 3, 'SENTINEL-DELETED Strand 3', NULL, NULL, 'SENTINEL-DOOR-13', NULL),
  (1, 4, 1, 'SENTINEL-DELETED Quay 4', NULL, NULL, 'SENTINEL-DOOR-14', '2025-07-01 00:00+00'),
  (1, 5, 5, 'Cape 5', NULL, 'Tor', 'SENTINEL-DOOR-15', NULL),
  (2, 1, 1, 'SENTINEL-B Torg 1', NULL, NULL, 'SENTINEL-DOOR-21', NULL),
  (2, 2, 2, 'SENTINEL-B Torg 2', NULL, NULL, 'SENTINEL-DOOR-22', NULL),
  (2, 3, 3, 'SENTINEL-B Torg 3', NULL, NULL, 'SENTINEL-DOOR-23', NULL),
  (2, 4, 1, 'SENTINEL-B Torg 4', NULL, NULL, 'SENTINEL-DOOR-24', NULL),
  (2, 8, 1, 'SENTINEL-B Torg 8', NULL, NULL, 'SENTINEL-DOOR-28', NULL),
  (4, 1, 1, 'Mill Lane 1', NULL, 'SENTINEL-W contact', 'SENTINEL-DOOR-41', NULL),
  (4, 2, 1, 'SENTINEL-DELETED Mill Lane 2', NULL, NULL, 'SENTINEL-DOOR-42', '2025-07-01 00:00+00'),
  (4, 3, 2, 'SENTINEL-DELETED Mill Lane 3', NULL, NULL, 'SENTINEL-DOOR-43', NULL);

-- Orders of 1: 1 to 9 of Cara, 11 to 19 of Dov, 21 to 29 without a technician, 31 to 39 of others, 41 and more gone or elsewhere.
INSERT INTO work_order (company_id, order_no, site_no, title, status, priority, due_on, amount, created_by, assigned_to, deleted_at) VALUES
  (1, 1, 1, 'Oven door', 'started', 3, '2025-11-03', 120, 12, 13, NULL),
  (1, 2, 2, 'Boiler check', 'done', 1, '2025-11-01', 300, 12, 13, NULL),
  (1, 3, 2, 'Window frame', 'planned', 2, '2025-11-05', 80, 14, 13, NULL),
  (1, 4, 5, 'Lamp room', 'cancelled', 5, '2025-10-20', 0, 12, 13, NULL),
  (1, 11, 2, 'Lift cable', 'started', 4, '2025-11-02', 950, 12, 14, NULL),
  (1, 12, 1, 'Cold store', 'done', 6, '2025-10-30', 410, 25, 14, NULL),
  (1, 13, 5, 'Fog horn', 'done', 7, '2025-10-28', 500, 12, 11, NULL),
  (1, 14, 5, 'Old radar', 'approved', 8, '2025-09-28', 640, 12, 14, NULL),
  (1, 15, 2, 'Roof hatch', 'planned', 3, '2025-11-02', 60, 12, 14, NULL),
  (1, 31, 1, 'Mixer of Lev', 'started', 9, '2025-11-03', 10, 12, 22, NULL),
  (1, 32, 1, 'Mixer of Mia', 'started', 9, '2025-11-03', 10, 12, 23, NULL),
  (1, 33, 1, 'Mixer of Pip', 'started', 9, '2025-11-03', 10, 12, 26, NULL),
  (1, 34, 1, 'Mixer of Quy', 'started', 9, '2025-11-03', 10, 12, 27, NULL),
  (1, 35, 5, 'Stairs of Kim', 'started', 9, '2025-11-03', 10, 12, 21, NULL),
  (1, 37, 5, 'Rail of Kim', 'planned', 2, '2025-11-20', 10, 12, 21, NULL),
  (1, 36, 1, 'Mixer of Eli', 'started', 9, '2025-11-03', 10, 12, 15, NULL),
  (1, 41, 1, 'SENTINEL-DELETED order', 'started', 1, '2025-11-01', 9001, 12, 13, '2025-10-01 00:00+00'),
  (1, 42, 3, 'SENTINEL-DELETED customer', 'started', 1, '2025-11-01', 9002, 12, 13, NULL),
  (1, 43, 4, 'SENTINEL-DELETED site', 'started', 1, '2025-11-01', 9003, 12, 13, NULL),
  (1, 44, 1, 'SENTINEL-DELETED done order', 'done', 1, '2025-11-01', 9004, 12, 14, '2025-10-01 00:00+00'),
  (1, 45, 3, 'SENTINEL-DELETED done customer', 'done', 1, '2025-11-01', 9005, 12, 14, NULL),
  (1, 46, 4, 'SENTINEL-DELETED done site', 'done', 1, '2025-11-01', 9006, 12, 14, NULL),
  (1, 47, 4, 'SENTINEL-DELETED approved site', 'approved', 1, '2025-12-20', 9007, 12, 14, NULL),
  (1, 48, 1, 'SENTINEL-DELETED queue', 'planned', 1, '2025-11-01', 9008, 12, NULL, '2025-10-01 00:00+00'),
  (1, 49, 3, 'SENTINEL-DELETED queue customer', 'planned', 1, '2025-11-01', 9009, 12, NULL, NULL),
  (1, 50, 4, 'SENTINEL-DELETED queue site', 'planned', 1, '2025-11-01', 9010, 12, NULL, NULL),
  (1, 70, 1, 'Spare key', 'draft', 5, '2025-12-01', 15, 12, NULL, NULL),
  (2, 1, 1, 'SENTINEL-B one', 'started', 1, '2025-11-03', 8001, 19, 13, NULL),
  (2, 2, 2, 'SENTINEL-B two', 'done', 1, '2025-11-01', 8002, 19, 27, NULL),
  (2, 3, 2, 'SENTINEL-B three', 'done', 1, '2025-11-01', 8003, 24, 27, NULL),
  (2, 11, 1, 'SENTINEL-B eleven', 'started', 1, '2025-11-03', 8008, 19, 30, NULL),
  (2, 41, 1, 'SENTINEL-B live', 'started', 1, '2025-11-01', 8004, 19, 30, NULL),
  (2, 80, 8, 'SENTINEL-B eighty', 'started', 1, '2025-11-03', 8005, 19, 30, NULL),
  (2, 81, 8, 'SENTINEL-B eighty-one', 'done', 1, '2025-11-03', 8006, 19, 27, NULL),
  (2, 82, 8, 'SENTINEL-B eighty-two', 'done', 1, '2025-11-01', 8011, 19, 13, NULL),
  (2, 70, 1, 'SENTINEL-B seventy', 'planned', 1, '2025-11-03', 8007, 19, NULL, NULL),
  (4, 70, 1, 'Mill wheel', 'started', 1, '2025-11-09', 6001, 31, 31, NULL),
  (4, 71, 1, 'SENTINEL-W ended now', 'started', 1, '2025-11-09', 6001, 31, 31, NULL),
  (4, 72, 1, 'SENTINEL-W revoked', 'started', 1, '2025-11-09', 6001, 31, 31, NULL),
  (4, 73, 1, 'SENTINEL-W from tomorrow', 'started', 1, '2025-11-09', 6001, 31, 31, NULL),
  (4, 74, 1, 'SENTINEL-W for another', 'started', 1, '2025-11-09', 6001, 31, 31, NULL),
  (4, 75, 1, 'SENTINEL-DELETED shared', 'started', 1, '2025-11-09', 6001, 31, 31, '2025-10-01 00:00+00'),
  (4, 76, 2, 'SENTINEL-DELETED shared site', 'started', 1, '2025-11-09', 6001, 31, 31, NULL),
  (4, 77, 3, 'SENTINEL-DELETED shared customer', 'started', 1, '2025-11-09', 6001, 31, 31, NULL),
  (4, 78, 1, 'Mill race', 'planned', 1, '2025-11-10', 6001, 31, NULL, NULL),
  (4, 79, 1, 'SENTINEL-W shared with nobody', 'planned', 1, '2025-11-10', 6001, 31, NULL, NULL);
-- The queue: 21 to 28 can be claimed today, 29 is due tomorrow.
INSERT INTO work_order (company_id, order_no, site_no, title, status, priority, due_on, amount, created_by)
SELECT 1, 20 + n, 5, 'Queue ' || n, 'planned', n, CASE WHEN n = 9 THEN date '2025-11-04' ELSE date '2025-11-03' END, 20, 12
FROM generate_series(1, 9) AS n;
-- Sixty more orders for the board.
INSERT INTO work_order (company_id, order_no, site_no, title, status, priority, due_on, amount, created_by, assigned_to)
SELECT 1, 200 + n, 5, 'Routine ' || n, 'draft', 9, '2025-12-24', 1, 12, 32 FROM generate_series(1, 60) AS n;

INSERT INTO order_note (company_id, note_no, order_no, author_id, audience, body, written_at, deleted_at) VALUES
  (1, 1, 1, 12, 'crew', 'Bring the long ladder', '2025-11-01 08:00+00', NULL),
  (1, 2, 1, 11, 'office', 'Customer pays late', '2025-11-01 09:00+00', NULL),
  (1, 3, 1, 13, 'crew', 'SENTINEL-DELETED note', '2025-11-01 10:00+00', '2025-11-02 00:00+00'),
  (1, 4, 11, 12, 'crew', 'Ring twice', '2025-11-01 08:00+00', NULL),
  (1, 5, 41, 12, 'crew', 'SENTINEL-DELETED of order', '2025-11-01 08:00+00', NULL),
  (1, 6, 42, 12, 'crew', 'SENTINEL-DELETED of customer', '2025-11-01 08:00+00', NULL),
  (1, 7, 43, 12, 'crew', 'SENTINEL-DELETED of site', '2025-11-01 08:00+00', NULL),
  (1, 8, 31, 12, 'crew', 'For Lev', '2025-11-01 08:00+00', NULL),
  (1, 9, 32, 12, 'crew', 'For Mia', '2025-11-01 08:00+00', NULL),
  (1, 10, 33, 12, 'crew', 'For Pip', '2025-11-01 08:00+00', NULL),
  (1, 11, 34, 12, 'crew', 'For Quy', '2025-11-01 08:00+00', NULL),
  (1, 12, 36, 12, 'crew', 'For Eli', '2025-11-01 08:00+00', NULL),
  (1, 13, 35, 12, 'crew', 'For Kim', '2025-11-01 08:00+00', NULL),
  (1, 14, 1, 24, 'crew', 'Parking behind', '2025-11-02 08:00+00', NULL),
  (2, 1, 1, 19, 'crew', 'SENTINEL-B note one', '2025-11-01 08:00+00', NULL),
  (2, 900, 80, 19, 'crew', 'SENTINEL-B note nine hundred', '2025-11-01 08:00+00', NULL),
  (2, 2, 80, 19, 'crew', 'SENTINEL-B note two', '2025-11-01 08:00+00', NULL),
  (2, 3, 41, 19, 'crew', 'SENTINEL-B note three', '2025-11-01 08:00+00', NULL);
INSERT INTO order_note (company_id, note_no, order_no, author_id, audience, body, written_at)
SELECT 1, 100 + n, 201, 12, 'crew', 'Step ' || n, '2025-11-01 08:00+00' FROM generate_series(1, 60) AS n;

INSERT INTO part (company_id, part_code, label, in_stock, unit_cost, deleted_at) VALUES
  (1, 'FUSE', 'Fuse 10 A', 5, 7771.00, NULL),
  (1, 'BULB', 'Bulb 40 W', 4, 7779.00, NULL),
  (1, 'SEAL', 'Door seal', 3, 7772.00, NULL),
  (1, 'BELT', 'SENTINEL-DELETED belt', 9, 7773.00, '2025-06-01 00:00+00'),
  (2, 'FUSE', 'SENTINEL-B fuse', 50, 7774.00, NULL),
  (2, 'SEAL', 'SENTINEL-B seal', 0, 7775.00, NULL),
  (2, 'BELT', 'SENTINEL-B belt', 8, 7776.00, NULL),
  (2, 'COIL', 'SENTINEL-B coil', 8, 7778.00, NULL);

INSERT INTO part_use (company_id, order_no, part_code, qty, used_by, used_at) VALUES
  (1, 2, 'FUSE', 2, 13, '2025-11-01 12:00+00'),
  (2, 2, 'FUSE', 9, 27, '2025-11-01 12:00+00');

INSERT INTO order_share (company_id, order_no, partner_id, starts_at, ends_at, revoked_at) VALUES
  (4, 70, 1, '2025-11-03 10:00+00', '2025-12-01 00:00+00', NULL),
  (4, 71, 1, '2025-10-01 00:00+00', '2025-11-03 10:00+00', NULL),
  (4, 72, 1, '2025-10-01 00:00+00', NULL, '2025-10-15 00:00+00'),
  (4, 73, 1, '2025-11-04 00:00+00', NULL, NULL),
  (4, 74, 2, '2025-10-01 00:00+00', NULL, NULL),
  (4, 75, 1, '2025-10-01 00:00+00', NULL, NULL),
  (4, 76, 1, '2025-10-01 00:00+00', NULL, NULL),
  (4, 77, 1, '2025-10-01 00:00+00', NULL, NULL),
  (4, 78, 1, '2025-10-01 00:00+00', NULL, NULL),
  (1, 1, 4, '2025-10-01 00:00+00', NULL, NULL);

INSERT INTO audit_event (company_id, actor_id, action, object, at) VALUES
  (1, 11, 'approve', '14', '2025-10-01 00:00+00'),
  (2, 19, 'approve', 'SENTINEL-B', '2025-10-01 00:00+00');
