-- Fixtures of the hr-payroll app. Load after the DDL of SPEC.md. Deterministic.
-- Now of every check: 2025-03-31 09:00:00+00. Employer 10 is the one of the sessions; everything of employer 20 carries
-- SENTINEL-B or an amount of one repeated digit; rows of 10 that must stay hidden carry SENTINEL-<reason>.
--
-- Persons of employer 10 have the staff number of their person number:
--   1 Mia    head of all                     8 Sven   removed employee row, boss of 9
--   2 Jonas  workshop lead                   9 Tara   below a removed boss
--   3 Lena   office lead, hr                10 Hugo   hr of unit 2 only
--   4 Omar   payroll                        11 Ines   hr until exactly now
--   5 Paul   workshop, no work e-mail       12 Kurt   payroll, withdrawn
--   6 Rita   workshop                       13 Nora   auditor
--   7 Carl   left yesterday, boss of 16     14 Emil   workshop; hr and payroll at employer 20 only
--  15 Yara   starts tomorrow, boss of 17    20 Gina   crew chief with 50 people (101..150)
-- Others: 30 Vito (payroll of unit 3 only, no employee), 31 Zoe (hr from tomorrow on), 32 Bodo (hr from exactly now),
--         33 Petra (two hr appointments, one of them for unit 5 only), hr and payroll: 34 Adam (withdrawn), 35 Bela (from tomorrow
--         on), 36 Cira (until exactly now); 37 Dina (two payroll appointments, one of them for unit 2 only),
--         41 head and payroll at employer 20, 42 lead at employer 20, 99 nobody.

insert into employer (employer_id, trade_name, country) values
  (10, 'Nordhafen Works', 'DE'), (20, 'SENTINEL-B Mills', 'AT'), (30, 'Calm Foods', 'DE');

insert into person (person_id, login, password_hash)
select n, 'p' || n || '@login.test', 'SENTINEL-HASH-' || n
from unnest(array[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,30,31,32,33,34,35,36,37,41,42,99]) as n;

insert into unit (employer_id, unit_no, name, removed_at) values
  (10, 1, 'Management', null), (10, 2, 'Workshop', null), (10, 3, 'Office', null),
  (10, 4, 'SENTINEL-REMOVED unit', '2025-01-15 00:00+00'), (10, 5, 'Laboratory', null), (10, 9, 'Crew', null),
  (20, 1, 'SENTINEL-B unit 1', null), (20, 2, 'SENTINEL-B unit 2', null), (20, 5, 'SENTINEL-B unit 5', null),
  (20, 9, 'SENTINEL-B unit 9', null);

-- Staff 3 of employer 20 stands before its namesake: whoever forgets the employer finds this one first.
insert into employee (employer_id, staff_no, unit_no, given_name, family_name, job_title, work_email, home_phone, birth_date, national_id, bank_iban, monthly_salary, hired_on) values
  (20, 3, 2, 'SENTINEL-B', 'Cerny', 'SENTINEL-B fitter', 'sentinel-b3@mills.test', 'SENTINEL-B', '1975-01-01', 'SENTINEL-B', 'SENTINEL-B-3', 33333, '2011-01-01');

insert into employee (employer_id, staff_no, person_id, unit_no, boss_no, given_name, family_name, job_title, work_email, desk_phone,
                      home_phone, birth_date, national_id, bank_iban, monthly_salary, hired_on, last_day, removed_at) values
  (10, 1, 1, 1, null, 'Mia', 'Berg', 'Managing Director', 'mia@nordhafen.test', '101', 'SENTINEL-PHONE-1', '1970-01-01', 'SENTINEL-NID-1', 'IBAN-A-1', 9000, '2015-01-01', null, null),
  (10, 2, 2, 2, 1, 'Jonas', 'Falk', 'Workshop Lead', 'jonas@nordhafen.test', '102', 'SENTINEL-PHONE-2', '1980-02-01', 'SENTINEL-NID-2', 'IBAN-A-2', 5200, '2016-01-01', null, null),
  (10, 3, 3, 3, 1, 'Lena', 'Roth', 'Office Lead', 'lena@nordhafen.test', '103', 'SENTINEL-PHONE-3', '1981-03-01', 'SENTINEL-NID-3', 'IBAN-A-3', 5100, '2016-02-01', null, null),
  (10, 4, 4, 3, 3, 'Omar', 'Diaz', 'Payroll Clerk', 'omar@nordhafen.test', '104', 'SENTINEL-PHONE-4', '1982-04-01', 'SENTINEL-NID-4', 'IBAN-A-4', 3900, '2017-01-01', null, null),
  (10, 5, 5, 2, 2, 'Paul', 'Moss', 'Fitter', null, '105', 'SENTINEL-PHONE-5', '1990-05-01', 'SENTINEL-NID-5', 'IBAN-A-5', 3000, '2018-01-01', null, null),
  (10, 6, 6, 2, 2, 'Rita', 'O''Neil', 'Fitter', 'rita_o@nordhafen.test', null, 'SENTINEL-PHONE-6', '1991-06-01', 'SENTINEL-NID-6', 'IBAN-A-6', 3100, '2018-02-01', null, null),
  (10, 7, 7, 3, 1, 'Carl', 'SENTINEL-LEFT', 'Clerk', 'carl@nordhafen.test', null, 'SENTINEL-PHONE-7', '1960-07-01', 'SENTINEL-NID-7', 'IBAN-A-7', 3500, '2010-01-01', '2025-03-30', null),
  (10, 8, 8, 2, 2, 'Sven', 'SENTINEL-REMOVED', 'Fitter', 'sven@nordhafen.test', null, 'SENTINEL-PHONE-8', '1992-08-01', 'SENTINEL-NID-8', 'IBAN-A-8', 3200, '2019-01-01', null, '2025-02-01 00:00+00'),
  (10, 9, 9, 2, 8, 'Tara', 'Quist', 'Apprentice', 'tara@nordhafen.test', null, 'SENTINEL-PHONE-9', '2003-09-01', 'SENTINEL-NID-9', 'IBAN-A-9', 1500, '2023-09-01', '2025-03-31', null),
  (10, 10, 10, 3, 3, 'Hugo', 'Lind', 'HR Partner', 'hugo@nordhafen.test', '110', 'SENTINEL-PHONE-10', '1985-10-01', 'SENTINEL-NID-10', 'IBAN-A-10', 4100, '2020-01-01', null, null),
  (10, 11, 11, 3, 3, 'Ines', 'Vogt', 'HR Partner', 'ines@nordhafen.test', '111', 'SENTINEL-PHONE-11', '1986-11-01', 'SENTINEL-NID-11', 'IBAN-A-11', 4100, '2020-02-01', null, null),
  (10, 12, 12, 3, 3, 'Kurt', 'Wolf', 'Accountant', 'kurt@nordhafen.test', '112', 'SENTINEL-PHONE-12', '1975-12-01', 'SENTINEL-NID-12', 'IBAN-A-12', 4600, '2012-01-01', null, null),
  (10, 13, 13, 3, 3, 'Nora', 'Zell', 'Controller', 'nora@nordhafen.test', '113', 'SENTINEL-PHONE-13', '1979-01-13', 'SENTINEL-NID-13', 'IBAN-A-13', null, '2021-01-01', null, null),
  (10, 14, 14, 2, 2, 'Emil', 'Kern', 'Fitter', 'emil@nordhafen.test', '114', 'SENTINEL-PHONE-14', '1993-02-14', 'SENTINEL-NID-14', 'IBAN-A-14', 3050, '2021-02-01', null, null),
  (10, 15, 15, 5, 1, 'Yara', 'SENTINEL-FUTURE', 'Chemist', 'yara@nordhafen.test', null, 'SENTINEL-PHONE-15', '1988-03-15', 'SENTINEL-NID-15', 'IBAN-A-15', 4400, '2025-04-01', null, null),
  (10, 16, 16, 5, 7, 'Olga', 'Pech', 'Chemist', 'olga@nordhafen.test', null, 'SENTINEL-PHONE-16', '1989-04-16', 'SENTINEL-NID-16', 'IBAN-A-16', 4300, '2022-01-01', null, null),
  (10, 17, 17, 5, 15, 'Lars', 'Anker', 'Chemist', 'lars@nordhafen.test', null, 'SENTINEL-PHONE-17', '1987-05-17', 'SENTINEL-NID-17', 'IBAN-A-17', 4200, '2022-02-01', null, null),
  (10, 18, 18, 5, 16, 'Finn', 'Bauer', 'Technician', 'finn@nordhafen.test', null, 'SENTINEL-PHONE-18', '1995-06-18', 'SENTINEL-NID-18', 'IBAN-A-18', 2900, '2022-03-01', null, null),
  (10, 19, 19, 4, 16, 'Ruth', 'Cole', 'Technician', 'ruth@nordhafen.test', null, 'SENTINEL-PHONE-19', '1996-07-19', 'SENTINEL-NID-19', 'IBAN-A-19', 2800, '2022-04-01', null, null),
  (10, 20, 20, 9, 1, 'Gina', 'Hart', 'Crew Chief', 'gina@nordhafen.test', '120', 'SENTINEL-PHONE-20', '1984-08-20', 'SENTINEL-NID-20', 'IBAN-A-20', 4000, '2014-01-01', null, null),
  (20, 1, 41, 1, null, 'SENTINEL-B', 'Abt', 'SENTINEL-B head', 'sentinel-b1@mills.test', null, 'SENTINEL-B', '1971-01-01', 'SENTINEL-B', 'SENTINEL-B-1', 99999, '2011-01-01', null, null),
  (20, 2, 42, 2, 1, 'SENTINEL-B', 'Brot', 'SENTINEL-B lead', 'sentinel-b2@mills.test', null, 'SENTINEL-B', '1972-01-01', 'SENTINEL-B', 'SENTINEL-B-2', 77777, '2011-01-01', null, null),
  (20, 5, null, 2, 2, 'SENTINEL-B', 'Dorn', 'SENTINEL-B fitter', 'sentinel-b5@mills.test', null, 'SENTINEL-B', '1973-01-01', 'SENTINEL-B', 'SENTINEL-B-5', 55555, '2011-01-01', null, null),
  (20, 6, null, 2, 2, 'SENTINEL-B', 'Ernst', 'SENTINEL-B fitter', 'sentinel-b6@mills.test', null, 'SENTINEL-B', '1974-01-01', 'SENTINEL-B', 'SENTINEL-B-6', 66666, '2011-01-01', null, null),
  (20, 16, null, 2, 2, 'SENTINEL-B', 'Frey', 'SENTINEL-B fitter', 'sentinel-b16@mills.test', null, 'SENTINEL-B', '1976-01-01', 'SENTINEL-B', 'SENTINEL-B-16', null, '2011-01-01', null, null),
  (20, 14, 14, 2, 2, 'SENTINEL-B', 'Kern', 'SENTINEL-B fitter', 'sentinel-b14@mills.test', null, 'SENTINEL-B', '1993-02-14', 'SENTINEL-B', 'SENTINEL-B-14', 44444, '2023-01-01', null, null);

-- The crew: more people than any page and any claim may hold.
insert into employee (employer_id, staff_no, unit_no, boss_no, given_name, family_name, job_title, work_email, home_phone, national_id, bank_iban, hired_on)
select 10, 100 + n, 9, 20, 'Crew', 'Crew' || lpad(n::text, 2, '0'), 'Rigger', 'crew' || n || '@nordhafen.test',
       'SENTINEL-PHONE', 'SENTINEL-NID', 'IBAN-A-' || 100 + n, '2024-01-01'
from generate_series(1, 50) as n;

insert into appointment (employer_id, appointment_no, person_id, duty, unit_no, starts_at, ends_at, withdrawn_at) values
  (10, 1, 3, 'hr', null, '2024-01-01 00:00+00', null, null),
  (10, 2, 4, 'payroll', null, '2024-01-01 00:00+00', '2026-01-01 00:00+00', null),
  (10, 3, 10, 'hr', 2, '2024-01-01 00:00+00', null, null),
  (10, 4, 11, 'hr', null, '2024-01-01 00:00+00', '2025-03-31 09:00+00', null),
  (10, 5, 12, 'payroll', null, '2024-01-01 00:00+00', null, '2025-03-01 00:00+00'),
  (10, 6, 13, 'auditor', null, '2024-01-01 00:00+00', null, null),
  (10, 7, 30, 'payroll', 3, '2024-01-01 00:00+00', null, null),
  (10, 8, 31, 'hr', null, '2025-04-01 00:00+00', null, null),
  (10, 9, 32, 'hr', null, '2025-03-31 09:00+00', '2025-03-31 09:00:00.000001+00', null),
  (10, 10, 33, 'hr', null, '2024-01-01 00:00+00', null, null),
  (10, 11, 33, 'hr', 5, '2024-06-01 00:00+00', null, null),
  (10, 12, 34, 'hr', null, '2024-01-01 00:00+00', null, '2025-03-01 00:00+00'),
  (10, 13, 34, 'payroll', null, '2024-01-01 00:00+00', null, '2025-03-01 00:00+00'),
  (10, 14, 35, 'hr', null, '2025-04-01 00:00+00', null, null),
  (10, 15, 35, 'payroll', null, '2025-04-01 00:00+00', null, null),
  (10, 16, 36, 'hr', null, '2024-01-01 00:00+00', '2025-03-31 09:00+00', null),
  (10, 17, 36, 'payroll', null, '2024-01-01 00:00+00', '2025-03-31 09:00+00', null),
  (10, 18, 37, 'payroll', null, '2024-01-01 00:00+00', null, null),
  (10, 19, 37, 'payroll', 2, '2024-06-01 00:00+00', null, null),
  (20, 1, 14, 'hr', null, '2024-01-01 00:00+00', null, null),
  (20, 2, 41, 'payroll', null, '2024-01-01 00:00+00', null, null),
  (20, 3, 42, 'hr', null, '2024-01-01 00:00+00', null, null),
  (20, 4, 14, 'payroll', null, '2024-01-01 00:00+00', null, null);

insert into leave_request (employer_id, leave_no, staff_no, kind, days, entered_by, state, edition, decided_by, decided_at, removed_at) values
  (10, 1, 5, 'annual', '[2025-04-07,2025-04-12)', 5, 'requested', 3, null, null, null),
  (10, 2, 3, 'annual', '[2025-04-14,2025-04-19)', 2, 'requested', 1, null, null, null),
  (10, 3, 6, 'annual', '[2025-05-05,2025-05-10)', 6, 'requested', 1, null, null, null),
  (10, 4, 6, 'unpaid', '[2025-05-09,2025-05-20)', 6, 'approved', 2, 3, '2025-03-01 00:00+00', null),
  (10, 5, 6, 'annual', '[2025-07-01,2025-07-05)', 3, 'requested', 1, null, null, null),
  (10, 6, 5, 'annual', '[2025-08-01,2025-08-05)', 5, 'declined', 2, 3, '2025-03-01 00:00+00', null),
  (10, 7, 5, 'annual', '[2025-04-07,2025-04-12)', 5, 'requested', 1, null, null, '2025-03-02 00:00+00'),
  (10, 8, 2, 'unpaid', '[2025-02-03,2025-02-06)', 2, 'approved', 2, 3, '2025-01-10 00:00+00', null),
  (10, 9, 10, 'annual', '[2025-06-02,2025-06-07)', 10, 'requested', 1, null, null, null),
  (10, 10, 5, 'annual', '[2025-04-12,2025-04-15)', 5, 'approved', 2, 3, '2025-03-01 00:00+00', null),
  (10, 11, 6, 'unpaid', '[2025-03-06,2025-03-08)', 6, 'approved', 2, 3, '2025-03-01 00:00+00', null),
  (10, 12, 5, 'unpaid', '[2025-02-17,2025-02-24)', 5, 'approved', 2, 3, '2025-02-01 00:00+00', '2025-02-10 00:00+00'),
  (10, 13, 14, 'annual', '[2025-09-01,2025-09-06)', 14, 'requested', 1, null, null, null),
  (10, 14, 101, 'annual', '[2025-10-06,2025-10-11)', 20, 'requested', 1, null, null, '2025-03-02 00:00+00'),
  (10, 15, 6, 'annual', '[2025-09-02,2025-09-04)', 6, 'approved', 2, 3, '2025-03-01 00:00+00', null),
  (10, 16, 14, 'annual', '[2025-09-01,2025-09-03)', 14, 'approved', 2, 3, '2025-03-01 00:00+00', '2025-03-02 00:00+00'),
  (10, 17, 8, 'annual', '[2025-11-03,2025-11-05)', 8, 'requested', 1, null, null, null),
  (10, 18, 2, 'unpaid', '[2025-03-03,2025-03-06)', 2, 'requested', 1, null, null, null),
  (20, 22, 14, 'annual', '[2025-09-01,2025-09-06)', 42, 'approved', 2, 42, '2025-03-01 00:00+00', null),
  (20, 1, 5, 'annual', '[2025-04-07,2025-04-12)', 42, 'requested', 3, null, null, null),
  (20, 2, 5, 'unpaid', '[2025-02-10,2025-02-21)', 42, 'approved', 1, 42, '2025-02-01 00:00+00', null),
  (20, 3, 2, 'annual', '[2025-06-10,2025-06-12)', 42, 'requested', 1, null, null, null),
  (20, 21, 14, 'annual', '[2025-06-10,2025-06-12)', 42, 'requested', 1, null, null, null);

insert into review (review_id, employer_id, staff_no, cycle, written_by, rating, summary, hr_note, state, updated_at, removed_at) values
  ('aaaaaaaa-0000-4000-8000-000000000001', 10, 5, '2024H2', 2, 3, 'Reliable', 'SENTINEL-NOTE', 'draft', '2025-01-10 00:00+00', null),
  ('aaaaaaaa-0000-4000-8000-000000000002', 10, 6, '2024H2', 2, 4, 'Careful', 'SENTINEL-NOTE', 'shared', '2025-01-10 00:00+00', null),
  ('aaaaaaaa-0000-4000-8000-000000000003', 10, 14, '2024H2', 2, 2, 'Late', 'SENTINEL-NOTE', 'final', '2025-01-10 00:00+00', null),
  ('aaaaaaaa-0000-4000-8000-000000000004', 10, 14, '2024H1', 2, 2, 'Gone', 'SENTINEL-NOTE', 'draft', '2024-07-10 00:00+00', '2025-01-01 00:00+00'),
  ('bbbbbbbb-0000-4000-8000-000000000001', 20, 5, '2025H1', 42, 1, 'SENTINEL-B', 'SENTINEL-B', 'draft', '2025-01-10 00:00+00', null);

insert into pay_run (employer_id, run_no, month, pay_day, state, removed_at) values
  (10, 1, '2025-01-01', '2025-01-31', 'posted', null),
  (10, 2, '2025-02-01', '2025-02-28', 'posted', null),
  (10, 3, '2025-03-01', '2025-04-02', 'posted', null),
  (10, 4, '2025-03-01', '2025-03-28', 'checked', null),
  (10, 5, '2025-03-01', '2025-03-14', 'posted', null),
  (10, 6, '2024-12-01', '2024-12-31', 'void', null),
  (10, 7, '2024-11-01', '2024-11-30', 'posted', '2025-01-02 00:00+00'),
  (10, 8, '2025-03-01', '2025-03-31', 'posted', null),
  (10, 9, '2024-10-01', '2024-10-31', 'posted', null),
  (10, 10, '2025-01-01', '2025-01-10', 'posted', null),
  (10, 11, '2025-03-01', '2025-03-05', 'posted', null),
  (10, 12, '2024-09-01', '2024-09-30', 'posted', null),
  (20, 4, '2025-03-01', '2025-03-28', 'posted', null),
  (20, 1, '2025-01-01', '2025-01-31', 'posted', null),
  (20, 2, '2025-02-01', '2025-02-28', 'posted', null);

insert into payslip (employer_id, run_no, staff_no, gross, tax, net, adjust_note, delivery, taken_by, taken_at, attempts, removed_at) values
  (10, 1, 2, 5200, 1200, 4000, 'SENTINEL-ADJUST', 'queued', null, null, 0, null),
  (10, 1, 5, 3000, 500, 2500, null, 'queued', null, null, 0, null),
  (10, 2, 2, 5200, 1100, 4100, 'SENTINEL-ADJUST', 'sent', 'w0', '2025-02-28 06:00+00', 1, null),
  (10, 2, 5, 3000, 510, 2490, null, 'sent', 'w0', '2025-02-28 06:00+00', 1, null),
  (10, 3, 5, 3500, 167, 3333, 'SENTINEL-ADJUST', 'held', null, null, 0, null),
  (10, 4, 5, 7000, 334, 6666, null, 'queued', null, null, 0, null),
  (10, 5, 5, 800, 300, 500, null, 'held', null, null, 0, null),
  (10, 6, 5, 9000, 1112, 7888, null, 'queued', null, null, 0, null),
  (10, 7, 5, 9000, 112, 8888, null, 'queued', null, null, 0, null),
  (10, 9, 5, 3000, 520, 2480, null, 'queued', null, null, 0, null),
  (10, 9, 6, 3100, 540, 2560, null, 'queued', null, null, 4, null),
  (10, 9, 14, 3050, 530, 2520, null, 'queued', null, null, 5, null),
  (10, 10, 5, 8000, 223, 7777, 'SENTINEL-ADJUST', 'queued', null, null, 0, '2025-01-11 00:00+00'),
  (10, 11, 2, 600, 100, 500, null, 'sent', 'w0', '2025-03-05 06:00+00', 1, null),
  (10, 11, 5, 700, 150, 550, null, 'sent', 'w0', '2025-03-05 06:00+00', 1, null),
  (10, 11, 6, 650, 130, 520, null, 'sent', 'w0', '2025-03-05 06:00+00', 1, null),
  (10, 11, 4, 400, 90, 310, null, 'sent', 'w0', '2025-03-05 06:00+00', 1, null),
  (10, 12, 5, 3000, 520, 2480, null, 'taken', 'w8', '2025-03-31 08:55+00', 1, null),
  (10, 12, 6, 3100, 540, 2560, null, 'taken', 'w9', '2025-03-31 08:40+00', 1, null),
  (10, 12, 14, 3050, 530, 2520, null, 'taken', 'w7', '2025-03-31 08:45+00', 1, null),
  (10, 1, 8, 3200, 600, 2600, null, 'sent', 'w0', '2025-01-31 06:00+00', 1, null),
  (10, 12, 7, 3500, 500, 3000, null, 'sent', 'w0', '2024-09-30 06:00+00', 1, null),
  (10, 12, 15, 4400, 900, 3500, null, 'sent', 'w0', '2024-09-30 06:00+00', 1, null),
  (20, 1, 14, 44444, 0, 44444, 'SENTINEL-B', 'queued', null, null, 0, null),
  (20, 1, 2, 99999, 0, 99999, 'SENTINEL-B', 'sent', 'SENTINEL-B', '2025-01-31 06:00+00', 1, null),
  (20, 1, 5, 55555, 0, 55555, 'SENTINEL-B', 'sent', 'SENTINEL-B', '2025-01-31 06:00+00', 1, null),
  (20, 2, 5, 55555, 0, 55555, 'SENTINEL-B', 'sent', 'SENTINEL-B', '2025-02-28 06:00+00', 1, null);

insert into payslip (employer_id, run_no, staff_no, gross, tax, net, delivery)
select 10, 8, 100 + n, 1000 + n, 100, 900 + n, 'queued' from generate_series(1, 14) as n;
