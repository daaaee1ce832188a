-- Fixtures of the healthcare-records app. Load after the DDL of SPEC.md. Deterministic.
-- Now of every check: 2025-09-10 08:00:00+00. SENTINEL-<reason> marks text that must stay hidden, numbers of 900 and more
-- mark values that must stay hidden.
--
-- Clinics   a0..0a Alder (A, the session)   b0..0b Birch (B, same numbers)   c0..0c Cedar (C, empty)   d0..0d Dune (D, shares)
-- Persons   70..01 Ana  physician A, restricted care          70..02 Bo   nurse A, restricted care unset
--           70..03 Cy   registrar A                           70..04 Di   lab A
--           70..05 Ed   officer A and D                       70..06 Fay  physician A until exactly now
--           70..07 Gil  deleted physician A, physician B      70..08 Hal  nurse A, lab B, officer D
--           70..09 Ira  physician B                           70..10 Joy  physician A from exactly now, no restricted care
--           70..11 Kai  physician A from tomorrow             70..12 Lou  nowhere
--           70..13 Max  nurse A, restricted care              70..14 Nia  nurse A until now inclusive
--           70..15 Oli  officer D
--           70..16 Pam  deleted officer A                     70..17 Raj  officer A until exactly now
--           70..18 Sue  deleted lab A                         70..19 Tim  lab A until exactly now
-- Hal is on teams of Birch and has an open emergency entry there; Joy is a physician of Birch, too, with restricted care.

INSERT INTO clinic (clinic_id, label) VALUES
  ('a0000000-0000-4000-8000-00000000000a', 'Alder'),
  ('b0000000-0000-4000-8000-00000000000b', 'Birch'),
  ('c0000000-0000-4000-8000-00000000000c', 'Cedar'),
  ('d0000000-0000-4000-8000-00000000000d', 'Dune');

INSERT INTO staff (clinic_id, person_id, full_name, duty, restricted_notes, active, pin_hash, deleted_at)
SELECT CASE v.clinic WHEN 'A' THEN 'a0000000-0000-4000-8000-00000000000a'
                     WHEN 'B' THEN 'b0000000-0000-4000-8000-00000000000b'
                     ELSE 'd0000000-0000-4000-8000-00000000000d' END::uuid,
       ('70000000-0000-4000-8000-0000000000' || v.person)::uuid, v.name, v.duty, v.restricted, v.active::tstzrange,
       'SENTINEL-PIN-' || v.person, v.deleted::timestamptz
FROM (VALUES
  ('A', '01', 'Ana Lund',   'physician', true,  '[2025-01-01 00:00+00,)', NULL),
  ('A', '02', 'Bo Perez',   'nurse',     NULL,  '[2025-01-01 00:00+00,2026-01-01 00:00+00)', NULL),
  ('A', '03', 'Cy Tan',     'registrar', false, '[2025-01-01 00:00+00,)', NULL),
  ('A', '04', 'Di Novak',   'lab',       NULL,  '[2025-01-01 00:00+00,)', NULL),
  ('A', '05', 'Ed Roy',     'officer',   false, '[2025-01-01 00:00+00,)', NULL),
  ('A', '06', 'Fay Ito',    'physician', true,  '[2025-01-01 00:00+00,2025-09-10 08:00+00)', NULL),
  ('A', '07', 'Gil Moss',   'physician', true,  '[2025-01-01 00:00+00,)', '2025-03-01 00:00+00'),
  ('A', '08', 'Hal Dietz',  'nurse',     NULL,  '[2025-01-01 00:00+00,)', NULL),
  ('A', '10', 'Joy Asante', 'physician', false, '[2025-09-10 08:00+00,)', NULL),
  ('A', '11', 'Kai Berg',   'physician', true,  '[2025-09-11 00:00+00,)', NULL),
  ('A', '13', 'Max Orr',    'nurse',     true,  '[2025-01-01 00:00+00,)', NULL),
  ('A', '14', 'Nia Falk',   'nurse',     false, '[2025-01-01 00:00+00,2025-09-10 08:00+00]', NULL),
  ('A', '16', 'Pam Lutz',   'officer',   false, '[2025-01-01 00:00+00,)', '2025-03-01 00:00+00'),
  ('A', '17', 'Raj Sen',    'officer',   false, '[2025-01-01 00:00+00,2025-09-10 08:00+00)', NULL),
  ('A', '18', 'Sue Ngo',    'lab',       NULL,  '[2025-01-01 00:00+00,)', '2025-03-01 00:00+00'),
  ('A', '19', 'Tim Bohl',   'lab',       NULL,  '[2025-01-01 00:00+00,2025-09-10 08:00+00)', NULL),
  ('B', '10', 'Joy Asante', 'physician', true,  '[2025-01-01 00:00+00,)', NULL),
  ('B', '07', 'Gil Moss',   'physician', true,  '[2025-01-01 00:00+00,)', NULL),
  ('B', '08', 'Hal Dietz',  'lab',       NULL,  '[2025-01-01 00:00+00,)', NULL),
  ('B', '09', 'Ira Wolf',   'physician', true,  '[2025-01-01 00:00+00,)', NULL),
  ('D', '05', 'Ed Roy',     'officer',   false, '[2025-01-01 00:00+00,)', NULL),
  ('D', '08', 'Hal Dietz',  'officer',   NULL,  '[2025-01-01 00:00+00,)', NULL),
  ('D', '15', 'Oli Kemp',   'officer',   NULL,  '[2025-01-01 00:00+00,)', NULL)
) AS v (clinic, person, name, duty, restricted, active, deleted);

-- Patients of A. P-005 survived P-006 (which survived P-007) and the deleted P-008; P-010 survived P-011. P-012 points to
-- the deleted P-004.
INSERT INTO patient (clinic_id, mrn, family_name, given_name, born_on, national_id, confidential, merged_into, deleted_at) VALUES
  ('a0000000-0000-4000-8000-00000000000a', 'P-001', 'Quist', 'Amara', '1980-02-29', NULL, false, NULL, NULL),
  ('a0000000-0000-4000-8000-00000000000a', 'P-002', 'Quiroga', 'Benito', '1975-11-03', 'SENTINEL-NID-02', false, NULL, NULL),
  ('a0000000-0000-4000-8000-00000000000a', 'P-003', 'SENTINEL-CONF Quill', 'Carla', '1990-07-07', 'SENTINEL-NID-03', true, NULL, NULL),
  ('a0000000-0000-4000-8000-00000000000a', 'P-004', 'SENTINEL-DELETED Quinn', 'Dora', '1960-01-01', NULL, false, NULL, '2025-08-01 00:00+00'),
  ('a0000000-0000-4000-8000-00000000000a', 'P-005', 'Okafor', 'Efua', '1988-05-15', NULL, false, NULL, NULL),
  ('a0000000-0000-4000-8000-00000000000a', 'P-006', 'Okafor', 'E.', '1988-05-15', NULL, false, 'P-005', NULL),
  ('a0000000-0000-4000-8000-00000000000a', 'P-007', 'Okafour', 'Efua', '1988-05-15', NULL, false, 'P-006', NULL),
  ('a0000000-0000-4000-8000-00000000000a', 'P-008', 'SENTINEL-DELETED Okafor', 'Efua', '1988-05-15', NULL, false, 'P-005', '2025-08-01 00:00+00'),
  ('a0000000-0000-4000-8000-00000000000a', 'P-009', 'Zed 100%_\Roe', 'Ok''ane', '1999-12-31', NULL, false, NULL, NULL),
  ('a0000000-0000-4000-8000-00000000000a', 'P-010', 'Lindqvist', U&'Ren\00E9', '2001-03-04', NULL, false, NULL, NULL),
  ('a0000000-0000-4000-8000-00000000000a', 'P-011', 'Lindquist', 'Rene', '2001-03-04', NULL, false, 'P-010', NULL),
  ('a0000000-0000-4000-8000-00000000000a', 'P-021', 'Sorter', 'Ada', '1970-01-01', 'SENTINEL-NID-9', false, NULL, NULL),
  ('a0000000-0000-4000-8000-00000000000a', 'P-022', 'Sorter', 'Bea', '1971-01-01', 'SENTINEL-NID-1', false, NULL, NULL),
  ('a0000000-0000-4000-8000-00000000000a', 'P-012', 'Marsh', 'Theodora', '1960-01-01', NULL, false, 'P-004', NULL),
  ('b0000000-0000-4000-8000-00000000000b', 'P-003', 'SENTINEL-B Quill', 'Carla', '1990-07-07', NULL, false, NULL, NULL),
  ('b0000000-0000-4000-8000-00000000000b', 'P-004', 'SENTINEL-B Quinn', 'Dora', '1960-01-01', NULL, false, NULL, NULL),
  ('b0000000-0000-4000-8000-00000000000b', 'P-010', 'SENTINEL-B Lindqvist', 'Rolf', '2001-03-04', NULL, false, NULL, NULL),
  ('b0000000-0000-4000-8000-00000000000b', 'P-307', 'SENTINEL-B Shared', 'Sam', '1966-06-06', NULL, false, NULL, NULL),
  ('b0000000-0000-4000-8000-00000000000b', 'P-001', 'SENTINEL-B Quist', 'Amara', '1980-02-29', 'SENTINEL-B-NID', false, NULL, NULL),
  ('b0000000-0000-4000-8000-00000000000b', 'P-002', 'SENTINEL-B Quiroga', 'Benito', '1975-11-03', NULL, false, NULL, NULL),
  ('b0000000-0000-4000-8000-00000000000b', 'P-005', 'SENTINEL-B Okafor', 'Efua', '1988-05-15', NULL, false, NULL, NULL),
  ('b0000000-0000-4000-8000-00000000000b', 'P-090', 'SENTINEL-B Okafor', 'Old', '1988-05-15', NULL, false, 'P-005', NULL),
  ('b0000000-0000-4000-8000-00000000000b', 'P-301', 'SENTINEL-B Shared', 'Sid', '1966-06-06', NULL, false, NULL, NULL),
  ('d0000000-0000-4000-8000-00000000000d', 'P-301', 'Ahlgren', 'Sia', '1966-06-06', 'SENTINEL-NID-D', false, NULL, NULL),
  ('d0000000-0000-4000-8000-00000000000d', 'P-302', 'SENTINEL-ENDED', 'Tom', '1966-06-06', NULL, false, NULL, NULL),
  ('d0000000-0000-4000-8000-00000000000d', 'P-303', 'SENTINEL-WITHDRAWN', 'Uma', '1966-06-06', NULL, false, NULL, NULL),
  ('d0000000-0000-4000-8000-00000000000d', 'P-304', 'SENTINEL-SCOPE', 'Val', '1966-06-06', NULL, false, NULL, NULL),
  ('d0000000-0000-4000-8000-00000000000d', 'P-305', 'SENTINEL-GRANTEE', 'Wim', '1966-06-06', NULL, false, NULL, NULL),
  ('d0000000-0000-4000-8000-00000000000d', 'P-306', 'SENTINEL-DELETED', 'Xia', '1966-06-06', NULL, false, NULL, NULL),
  ('d0000000-0000-4000-8000-00000000000d', 'P-307', 'SENTINEL-DELETED', 'Yan', '1966-06-06', NULL, false, NULL, '2025-08-01 00:00+00'),
  ('d0000000-0000-4000-8000-00000000000d', 'P-308', 'Brandt', 'Zoe', '1966-06-06', NULL, false, NULL, NULL),
  ('d0000000-0000-4000-8000-00000000000d', 'P-309', 'SENTINEL-NO-CONSENT', 'Abe', '1966-06-06', NULL, false, NULL, NULL);

-- 45 patients for page limits.
INSERT INTO patient (clinic_id, mrn, family_name, given_name, born_on)
SELECT 'a0000000-0000-4000-8000-00000000000a', 'P-' || n, 'Bulk', 'No ' || n, date '1950-01-01' + n
FROM generate_series(101, 145) AS n;

INSERT INTO care_team (clinic_id, mrn, person_id, on_team)
SELECT CASE v.clinic WHEN 'A' THEN 'a0000000-0000-4000-8000-00000000000a' ELSE 'b0000000-0000-4000-8000-00000000000b' END::uuid,
       'P-' || v.mrn, ('70000000-0000-4000-8000-0000000000' || v.person)::uuid, v.on_team::tstzrange
FROM (VALUES
  ('A', '001', '01', '[2025-01-01 00:00+00,)'),
  ('A', '001', '02', '[2025-01-01 00:00+00,2026-01-01 00:00+00)'),
  ('A', '001', '06', '[2025-01-01 00:00+00,)'),
  ('A', '001', '07', '[2025-01-01 00:00+00,)'),
  ('A', '001', '10', '[2025-09-10 08:00+00,)'),
  ('A', '001', '14', '[2025-01-01 00:00+00,2025-09-10 08:00+00]'),
  ('A', '002', '10', '[2025-01-01 00:00+00,2025-09-10 08:00+00)'),
  ('A', '002', '13', '[2025-01-01 00:00+00,)'),
  ('A', '003', '01', '[2025-01-01 00:00+00,)'),
  ('A', '005', '01', '[2025-01-01 00:00+00,)'),
  ('A', '005', '02', '[2025-01-01 00:00+00,)'),
  ('A', '005', '08', '[2025-09-11 00:00+00,)'),
  ('A', '005', '10', '[2025-01-01 00:00+00,)'),
  ('A', '004', '01', '[2025-01-01 00:00+00,)'),
  ('A', '021', '01', '[2025-01-01 00:00+00,)'),
  ('A', '010', '06', '[2025-01-01 00:00+00,)'),
  ('A', '010', '07', '[2025-01-01 00:00+00,)'),
  ('A', '010', '11', '[2025-01-01 00:00+00,)'),
  ('A', '010', '01', '[2025-01-01 00:00+00,)'),
  ('A', '010', '02', '[2025-01-01 00:00+00,)'),
  ('A', '010', '10', '[2025-01-01 00:00+00,)'),
  ('A', '022', '03', '[2025-01-01 00:00+00,)'),
  ('A', '003', '13', '[2025-01-01 00:00+00,2025-09-10 08:00+00)'),
  ('B', '001', '08', '[2025-01-01 00:00+00,)'),
  ('B', '003', '08', '[2025-01-01 00:00+00,)'),
  ('B', '003', '10', '[2025-01-01 00:00+00,)'),
  ('B', '010', '09', '[2025-01-01 00:00+00,)'),
  ('B', '001', '09', '[2025-01-01 00:00+00,)'),
  ('B', '005', '09', '[2025-01-01 00:00+00,)'),
  ('B', '002', '07', '[2025-01-01 00:00+00,)')
) AS v (clinic, mrn, person, on_team);

-- Max reads P-005 in an emergency, the entry of Hal ended exactly now, the entry of Bo begins exactly now
-- and that of Cy in half an hour.
INSERT INTO break_glass_log (clinic_id, mrn, person_id, witness_id, reason, opened_at, expires_at) VALUES
  ('a0000000-0000-4000-8000-00000000000a', 'P-005', '70000000-0000-4000-8000-000000000013', NULL, 'Collapsed in the lobby', '2025-09-10 07:30+00', '2025-09-10 08:30+00'),
  ('a0000000-0000-4000-8000-00000000000a', 'P-005', '70000000-0000-4000-8000-000000000008', NULL, 'Called to the bedside', '2025-09-10 07:00+00', '2025-09-10 08:00+00'),
  ('a0000000-0000-4000-8000-00000000000a', 'P-002', '70000000-0000-4000-8000-000000000002', NULL, 'Allergic reaction', '2025-09-10 08:00+00', '2025-09-10 09:00+00'),
  ('a0000000-0000-4000-8000-00000000000a', 'P-003', '70000000-0000-4000-8000-000000000003', NULL, 'Surgery at nine', '2025-09-10 08:30+00', '2025-09-10 09:30+00'),
  ('b0000000-0000-4000-8000-00000000000b', 'P-001', '70000000-0000-4000-8000-000000000008', NULL, 'SENTINEL-B reason', '2025-09-10 07:30+00', '2025-09-10 08:30+00'),
  ('b0000000-0000-4000-8000-00000000000b', 'P-002', '70000000-0000-4000-8000-000000000012', NULL, 'SENTINEL-B reason', '2025-09-10 07:30+00', '2025-09-10 08:30+00');

INSERT INTO encounter (clinic_id, enc_no, mrn, kind, phase, ward, started_at, ended_at, row_version, deleted_at)
SELECT CASE v.clinic WHEN 'A' THEN 'a0000000-0000-4000-8000-00000000000a'
                     WHEN 'B' THEN 'b0000000-0000-4000-8000-00000000000b'
                     ELSE 'd0000000-0000-4000-8000-00000000000d' END::uuid,
       v.enc_no, 'P-' || v.mrn, v.kind, v.phase, v.ward, v.started::timestamptz, v.ended::timestamptz, v.version, v.deleted::timestamptz
FROM (VALUES
  ('A', 11, '001', 'inpatient',  'admitted',   'W1', '2025-09-01 10:00+00', NULL, 3, NULL),
  ('A', 12, '002', 'inpatient',  'admitted',   'W1', '2025-09-02 10:00+00', NULL, 1, NULL),
  ('A', 13, '001', 'psychiatry', 'discharged', NULL, '2025-05-01 10:00+00', '2025-05-02 10:00+00', 4, NULL),
  ('A', 14, '003', 'inpatient',  'admitted',   'W2', '2025-09-03 10:00+00', NULL, 1, NULL),
  ('A', 15, '004', 'inpatient',  'admitted',   'W1', '2025-07-01 10:00+00', NULL, 1, NULL),
  ('A', 16, '002', 'inpatient',  'admitted',   'W1', '2025-09-03 10:00+00', NULL, 1, '2025-09-04 00:00+00'),
  ('A', 17, '005', 'outpatient', 'discharged', NULL, '2025-04-01 10:00+00', '2025-04-01 11:00+00', 2, NULL),
  ('A', 18, '006', 'emergency',  'discharged', NULL, '2024-04-01 10:00+00', '2024-04-01 11:00+00', 2, NULL),
  ('A', 19, '007', 'inpatient',  'discharged', 'W3', '2023-04-01 10:00+00', '2023-04-09 11:00+00', 2, NULL),
  ('A', 20, '007', 'psychiatry', 'discharged', 'W3', '2023-05-01 10:00+00', '2023-05-09 11:00+00', 2, NULL),
  ('A', 21, '008', 'outpatient', 'discharged', NULL, '2022-05-01 10:00+00', '2022-05-01 11:00+00', 2, NULL),
  ('A', 22, '005', 'outpatient', 'cancelled',  NULL, '2025-08-01 10:00+00', NULL, 2, '2025-08-01 09:00+00'),
  ('A', 23, '001', 'outpatient', 'planned',    NULL, '2025-10-01 10:00+00', NULL, 1, NULL),
  ('A', 31, '010', 'inpatient',  'admitted',   'W5', '2025-09-05 10:00+00', NULL, 2, NULL),
  ('A', 32, '010', 'inpatient',  'on_leave',   'W5', '2025-08-05 10:00+00', NULL, 2, NULL),
  ('A', 33, '011', 'emergency',  'discharged', NULL, '2025-01-05 10:00+00', '2025-01-05 12:00+00', 2, NULL),
  ('A', 34, '021', 'inpatient',  'admitted',   'W6', '2025-09-06 10:00+00', NULL, 2, '2025-09-07 10:00+00'),
  ('A', 35, '012', 'outpatient', 'discharged', NULL, '2021-05-01 10:00+00', '2021-05-01 11:00+00', 2, NULL),
  ('B', 13, '001', 'outpatient', 'discharged', NULL, '2025-05-01 10:00+00', '2025-05-01 11:00+00', 1, NULL),
  ('B', 52, '005', 'outpatient', 'discharged', NULL, '2021-02-01 10:00+00', '2021-02-01 11:00+00', 1, NULL),
  ('D', 70, '308', 'outpatient', 'discharged', NULL, '2025-08-10 10:00+00', '2025-08-10 11:00+00', 1, '2025-08-11 00:00+00'),
  ('B', 11, '001', 'inpatient',  'admitted',   'W1', '2025-09-01 10:00+00', NULL, 3, NULL),
  ('B', 12, '002', 'inpatient',  'admitted',   'W1', '2025-09-01 10:00+00', NULL, 1, NULL),
  ('B', 31, '001', 'inpatient',  'admitted',   'W7', '2025-09-01 10:00+00', NULL, 7, NULL),
  ('B', 51, '090', 'outpatient', 'discharged', NULL, '2021-01-01 10:00+00', '2021-01-01 11:00+00', 1, NULL),
  ('B', 61, '301', 'outpatient', 'discharged', NULL, '2025-08-01 10:00+00', '2025-08-01 11:00+00', 1, NULL),
  ('D', 61, '301', 'outpatient', 'discharged', NULL, '2025-08-01 10:00+00', '2025-08-01 11:00+00', 1, NULL),
  ('D', 62, '302', 'outpatient', 'discharged', NULL, '2025-08-02 10:00+00', '2025-08-02 11:00+00', 1, NULL),
  ('D', 63, '303', 'outpatient', 'discharged', NULL, '2025-08-03 10:00+00', '2025-08-03 11:00+00', 1, NULL),
  ('D', 64, '304', 'outpatient', 'discharged', NULL, '2025-08-04 10:00+00', '2025-08-04 11:00+00', 1, NULL),
  ('D', 65, '305', 'outpatient', 'discharged', NULL, '2025-08-05 10:00+00', '2025-08-05 11:00+00', 1, NULL),
  ('D', 66, '306', 'outpatient', 'discharged', NULL, '2025-08-06 10:00+00', '2025-08-06 11:00+00', 1, NULL),
  ('D', 67, '307', 'outpatient', 'discharged', NULL, '2025-08-07 10:00+00', '2025-08-07 11:00+00', 1, NULL),
  ('D', 68, '308', 'outpatient', 'discharged', NULL, '2025-08-08 10:00+00', '2025-08-08 11:00+00', 1, NULL),
  ('D', 69, '309', 'outpatient', 'discharged', NULL, '2025-08-09 10:00+00', '2025-08-09 11:00+00', 1, NULL)
) AS v (clinic, enc_no, mrn, kind, phase, ward, started, ended, version, deleted);

INSERT INTO encounter (clinic_id, enc_no, mrn, kind, phase, ward, started_at)
SELECT 'a0000000-0000-4000-8000-00000000000a', n, 'P-' || n, 'inpatient', 'admitted', 'W9', '2025-09-01 00:00+00'
FROM generate_series(101, 145) AS n;
INSERT INTO encounter (clinic_id, enc_no, mrn, kind, phase, started_at)
SELECT 'a0000000-0000-4000-8000-00000000000a', 200 + n, 'P-101', 'outpatient', 'discharged', '2020-01-01 00:00+00'::timestamptz + n * interval '1 day'
FROM generate_series(1, 45) AS n;
INSERT INTO care_team (clinic_id, mrn, person_id, on_team) VALUES
  ('a0000000-0000-4000-8000-00000000000a', 'P-101', '70000000-0000-4000-8000-000000000001', '[2025-01-01 00:00+00,)');

INSERT INTO test_code (code, clinic_id, label) VALUES
  ('HB', NULL, 'Haemoglobin'), ('K', NULL, 'Potassium'), ('GL', NULL, 'Glucose'),
  ('K', 'a0000000-0000-4000-8000-00000000000a', 'Potassium, Alder'),
  ('HB', 'b0000000-0000-4000-8000-00000000000b', 'SENTINEL-B haemoglobin'),
  ('K', 'd0000000-0000-4000-8000-00000000000d', 'SENTINEL-D potassium');

-- Samples; the first letter of an accession number is the clinic that drew it.
INSERT INTO observation (accession, clinic_id, enc_no, code, value, state, observed_at, entered_by, entered_at, deleted_at)
SELECT v.accession,
       CASE left(v.accession, 1) WHEN 'A' THEN 'a0000000-0000-4000-8000-00000000000a'
                                 WHEN 'B' THEN 'b0000000-0000-4000-8000-00000000000b'
                                 ELSE 'd0000000-0000-4000-8000-00000000000d' END::uuid,
       v.enc_no, v.code, v.value, v.state, v.observed::timestamptz, '70000000-0000-4000-8000-000000000004',
       '2025-09-09 20:00+00', v.deleted::timestamptz
FROM (VALUES
  ('A-0001', 11, 'HB', 13.1,  'final',       '2025-09-08 07:00+00', NULL),
  ('A-0002', 11, 'HB', 12.4,  'final',       '2025-09-09 07:00+00', NULL),
  ('A-0003', 11, 'HB', 950,   'preliminary', '2025-09-10 06:00+00', NULL),
  ('A-0004', 11, 'HB', 951,   'void',        '2025-09-10 05:00+00', NULL),
  ('A-0005', 11, 'HB', 901,   'final',       '2025-09-10 04:00+00', '2025-09-10 05:00+00'),
  ('A-0006', 11, 'K',  NULL,  'final',       '2025-09-09 07:00+00', NULL),
  ('A-0007', 12, 'HB', 11.0,  'final',       '2025-09-09 07:00+00', NULL),
  ('A-0008', 12, 'K',  902,   'preliminary', '2025-09-09 07:00+00', '2025-09-09 08:00+00'),
  ('A-0009', 13, 'GL', 931,   'final',       '2025-05-01 12:00+00', NULL),
  ('A-0010', 15, 'HB', 903,   'final',       '2025-09-09 07:00+00', NULL),
  ('A-0011', 16, 'HB', 904,   'final',       '2025-09-09 07:00+00', NULL),
  ('A-0012', 14, 'HB', 10.2,  'final',       '2025-09-09 07:00+00', NULL),
  ('A-0031', 31, 'GL', 5.1,   'final',       '2025-09-08 07:00+00', NULL),
  ('A-0032', 31, 'GL', 5.6,   'final',       '2025-09-09 07:00+00', NULL),
  ('A-0033', 34, 'GL', 905,   'final',       '2025-09-09 07:00+00', NULL),
  ('A-0034', 31, 'GL',  906,   'preliminary', '2025-09-09 08:00+00', '2025-09-09 09:00+00'),
  ('A-0035', 32, 'GL',  907,   'final',       '2025-09-09 07:00+00', NULL),
  ('D-0012', 70, 'HB', 972,   'final',       '2025-08-10 10:30+00', NULL),
  ('B-0001', 11, 'HB', 911,   'preliminary', '2025-09-01 07:00+00', NULL),
  ('B-0002', 12, 'HB', 912,   'final',       '2025-09-01 07:00+00', NULL),
  ('B-0003', 61, 'HB', 913,   'final',       '2025-08-01 10:30+00', NULL),
  ('B-0031', 31, 'GL', 914,   'preliminary', '2025-09-10 07:00+00', NULL),
  ('D-0001', 61, 'HB', 14.2,  'final',       '2025-08-01 10:30+00', NULL),
  ('D-0002', 62, 'HB', 962,   'final',       '2025-08-02 10:30+00', NULL),
  ('D-0003', 63, 'HB', 963,   'final',       '2025-08-03 10:30+00', NULL),
  ('D-0004', 64, 'HB', 964,   'final',       '2025-08-04 10:30+00', NULL),
  ('D-0005', 65, 'HB', 965,   'final',       '2025-08-05 10:30+00', NULL),
  ('D-0006', 66, 'HB', 966,   'final',       '2025-08-06 10:30+00', NULL),
  ('D-0007', 67, 'HB', 967,   'final',       '2025-08-07 10:30+00', NULL),
  ('D-0008', 68, 'K',  4.4,   'final',       '2025-08-08 10:30+00', NULL),
  ('D-0009', 69, 'HB', 969,   'final',       '2025-08-09 10:30+00', NULL),
  ('D-0010', 61, 'K',  970,   'preliminary', '2025-08-01 10:30+00', NULL),
  ('D-0011', 61, 'K',  971,   'final',       '2025-08-01 10:30+00', '2025-08-02 00:00+00')
) AS v (accession, enc_no, code, value, state, observed, deleted);
INSERT INTO observation (accession, clinic_id, enc_no, code, value, state, observed_at, entered_by, entered_at)
SELECT 'A-1' || n, 'a0000000-0000-4000-8000-00000000000a', n, 'GL', 5, 'final', '2025-09-09 07:00+00',
       '70000000-0000-4000-8000-000000000004', '2025-09-09 20:00+00'
FROM generate_series(101, 145) AS n;

INSERT INTO clinical_note (clinic_id, note_no, enc_no, author_id, restricted, body, written_at, deleted_at) VALUES
  ('a0000000-0000-4000-8000-00000000000a', 1, 11, '70000000-0000-4000-8000-000000000001', false, 'Admitted for observation', '2025-09-01 11:00+00', NULL),
  ('a0000000-0000-4000-8000-00000000000a', 2, 11, '70000000-0000-4000-8000-000000000001', true,  'SENTINEL-RESTRICTED talk', '2025-09-02 11:00+00', NULL),
  ('a0000000-0000-4000-8000-00000000000a', 3, 11, '70000000-0000-4000-8000-000000000001', false, 'SENTINEL-DELETED note', '2025-09-03 11:00+00', '2025-09-03 12:00+00'),
  ('a0000000-0000-4000-8000-00000000000a', 4, 13, '70000000-0000-4000-8000-000000000001', false, 'SENTINEL-PSYCH note', '2025-05-01 11:00+00', NULL),
  ('a0000000-0000-4000-8000-00000000000a', 5, 12, '70000000-0000-4000-8000-000000000013', false, 'Slept well', '2025-09-03 11:00+00', NULL),
  ('a0000000-0000-4000-8000-00000000000a', 6, 16, '70000000-0000-4000-8000-000000000013', false, 'SENTINEL-DELETED encounter', '2025-09-03 11:00+00', NULL),
  ('a0000000-0000-4000-8000-00000000000a', 7, 14, '70000000-0000-4000-8000-000000000001', false, 'SENTINEL-CONF note', '2025-09-03 11:00+00', NULL),
  ('a0000000-0000-4000-8000-00000000000a', 8, 31, '70000000-0000-4000-8000-000000000001', false, 'Glucose steady', '2025-09-08 11:00+00', NULL),
  ('a0000000-0000-4000-8000-00000000000a', 9, 31, '70000000-0000-4000-8000-000000000010', false, 'Plan: home on Wednesday', '2025-09-09 11:00+00', NULL),
  ('a0000000-0000-4000-8000-00000000000a', 10, 17, '70000000-0000-4000-8000-000000000001', false, 'Knee, left', '2025-04-01 10:30+00', NULL),
  ('a0000000-0000-4000-8000-00000000000a', 11, 15, '70000000-0000-4000-8000-000000000001', false, 'SENTINEL-DELETED patient', '2025-07-02 11:00+00', NULL),
  ('b0000000-0000-4000-8000-00000000000b', 1, 11, '70000000-0000-4000-8000-000000000009', false, 'SENTINEL-B note', '2025-09-01 11:00+00', NULL),
  ('b0000000-0000-4000-8000-00000000000b', 2, 31, '70000000-0000-4000-8000-000000000009', false, 'SENTINEL-B plan', '2025-09-09 11:00+00', NULL);
INSERT INTO clinical_note (clinic_id, note_no, enc_no, author_id, restricted, body, written_at)
SELECT 'a0000000-0000-4000-8000-00000000000a', 100 + n, 101, '70000000-0000-4000-8000-000000000001', false, 'Entry ' || n,
       '2025-09-02 00:00+00'::timestamptz + n * interval '1 hour'
FROM generate_series(1, 45) AS n;

-- Consents of D, of which only P-301 and P-308 hold for A at :now. The patient of A names A itself.
INSERT INTO consent (clinic_id, mrn, given_to, scope, valid_during, withdrawn_at, deleted_at) VALUES
  ('d0000000-0000-4000-8000-00000000000d', 'P-301', 'a0000000-0000-4000-8000-00000000000a', 'labs', '[2025-01-01 00:00+00,2026-01-01 00:00+00)', NULL, NULL),
  ('d0000000-0000-4000-8000-00000000000d', 'P-301', 'a0000000-0000-4000-8000-00000000000a', 'research', '[2025-01-01 00:00+00,2026-01-01 00:00+00)', NULL, NULL),
  ('d0000000-0000-4000-8000-00000000000d', 'P-302', 'a0000000-0000-4000-8000-00000000000a', 'labs', '[2025-01-01 00:00+00,2025-09-10 08:00+00)', NULL, NULL),
  ('d0000000-0000-4000-8000-00000000000d', 'P-303', 'a0000000-0000-4000-8000-00000000000a', 'labs', '[2025-01-01 00:00+00,2026-01-01 00:00+00)', '2025-08-20 00:00+00', NULL),
  ('d0000000-0000-4000-8000-00000000000d', 'P-304', 'a0000000-0000-4000-8000-00000000000a', 'notes', '[2025-01-01 00:00+00,2026-01-01 00:00+00)', NULL, NULL),
  ('d0000000-0000-4000-8000-00000000000d', 'P-305', 'b0000000-0000-4000-8000-00000000000b', 'labs', '[2025-01-01 00:00+00,2026-01-01 00:00+00)', NULL, NULL),
  ('d0000000-0000-4000-8000-00000000000d', 'P-306', 'a0000000-0000-4000-8000-00000000000a', 'labs', '[2025-01-01 00:00+00,2026-01-01 00:00+00)', NULL, '2025-08-20 00:00+00'),
  ('d0000000-0000-4000-8000-00000000000d', 'P-307', 'a0000000-0000-4000-8000-00000000000a', 'labs', '[2025-01-01 00:00+00,2026-01-01 00:00+00)', NULL, NULL),
  ('d0000000-0000-4000-8000-00000000000d', 'P-308', 'a0000000-0000-4000-8000-00000000000a', 'labs', '[2025-09-10 08:00+00,)', NULL, NULL),
  ('b0000000-0000-4000-8000-00000000000b', 'P-301', 'd0000000-0000-4000-8000-00000000000d', 'labs', '[2025-01-01 00:00+00,)', NULL, NULL),
  ('a0000000-0000-4000-8000-00000000000a', 'P-001', 'a0000000-0000-4000-8000-00000000000a', 'labs', '[2025-01-01 00:00+00,)', NULL, NULL),
  ('a0000000-0000-4000-8000-00000000000a', 'P-002', 'd0000000-0000-4000-8000-00000000000d', 'labs', '[2025-01-01 00:00+00,)', NULL, NULL);

INSERT INTO letter_job (clinic_id, job_no, mrn, template, state, due_at, attempts, worker, claimed_at, deleted_at) VALUES
  ('a0000000-0000-4000-8000-00000000000a', 1, 'P-001', 'recall', 'queued',  '2025-09-01 06:00+00', 0, NULL, NULL, NULL),
  ('a0000000-0000-4000-8000-00000000000a', 2, 'P-002', 'recall', 'claimed', '2025-09-02 06:00+00', 1, 'w-old', '2025-09-10 07:50+00', NULL),
  ('a0000000-0000-4000-8000-00000000000a', 3, 'P-005', 'recall', 'claimed', '2025-09-02 07:00+00', 1, 'w-live', '2025-09-10 07:50:00.000001+00', NULL),
  ('a0000000-0000-4000-8000-00000000000a', 4, 'P-005', 'recall', 'queued',  '2025-09-03 06:00+00', 5, NULL, NULL, NULL),
  ('a0000000-0000-4000-8000-00000000000a', 5, 'P-005', 'recall', 'queued',  '2025-09-10 08:00:01+00', 0, NULL, NULL, NULL),
  ('a0000000-0000-4000-8000-00000000000a', 6, 'P-004', 'visit',  'queued',  '2025-09-03 06:00+00', 0, NULL, NULL, NULL),
  ('a0000000-0000-4000-8000-00000000000a', 7, 'P-005', 'visit',  'queued',  '2025-09-03 06:00+00', 0, NULL, NULL, '2025-09-04 00:00+00'),
  ('a0000000-0000-4000-8000-00000000000a', 8, 'P-010', 'visit',  'queued',  '2025-09-10 08:00+00', 4, NULL, NULL, NULL),
  ('a0000000-0000-4000-8000-00000000000a', 9, 'P-005', 'visit',  'sent',    '2025-09-03 06:00+00', 1, 'w-old', '2025-09-03 06:05+00', NULL),
  ('b0000000-0000-4000-8000-00000000000b', 1, 'P-001', 'recall', 'claimed', '2025-09-02 06:30+00', 1, 'w-b', '2025-09-10 07:00+00', NULL),
  ('b0000000-0000-4000-8000-00000000000b', 2, 'P-002', 'recall', 'queued',  '2025-09-01 05:00+00', 0, NULL, NULL, NULL),
  ('b0000000-0000-4000-8000-00000000000b', 8, 'P-002', 'visit',  'queued',  '2025-09-01 05:00+00', 0, NULL, NULL, NULL);
INSERT INTO letter_job (clinic_id, job_no, mrn, template, state, due_at)
SELECT 'a0000000-0000-4000-8000-00000000000a', 100 + n, 'P-' || (100 + n), 'bulk', 'queued', '2025-09-04 00:00+00'::timestamptz + n * interval '1 minute'
FROM generate_series(1, 25) AS n;
