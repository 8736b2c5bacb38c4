-- Sample rows. Each section is inserted after the migration that it names, and on the engine that it names, if any.

-- 0001-platform
insert into secrets (name, value) values ('tokens', 's');
insert into rate_limits (key, window_ends, used) values ('log in 127.0.0.1', 10, 1);
insert into idempotency_keys (account_id, key, request_hash, answer, created_at) values (1, 'k', 'h', '{}', 1);

-- 0001-platform on sqlite
insert into jobs (name, data, run_at, attempts, running) values ('mail', '{}', 1, 0, 0);

-- 0002-accounts
insert into accounts (id, user_name, display_name, email, email_key, role, created_at) values
	(1, 'ada', 'Ada', 'ada@example.ng', 'ada@example.ng', 'user', 1),
	(2, 'bola', 'Bola', 'bola@example.ng', 'bola@example.ng', 'user', 1),
	(3, 'root', 'Root', 'root@example.ng', 'root@example.ng', 'admin', 1);
insert into sessions (id, account_id, token_hash, device, created_at, last_used_at, idle_ends_at, ends_at)
	values (1, 1, 't', 'Firefox', 1, 1, 9, 9);
insert into email_tokens (token_hash, account_id, email_key, ends_at) values ('t', 1, 'ada@example.ng', 9);

-- 0003-media
insert into media (id, public_id, account_id, kind, state, access, capability, secure_url, file_name, bytes, created_at) values
	(1, 'p1', 1, 'image', 'ready', 'public', 'c1', '/media/p1/main.webp', 'lamp', 1, 1),
	(2, 'p2', 1, 'image', 'ready', 'private', 'c2', '/media/p2/main.webp', 'lamp', 1, 1),
	(3, 'p3', 1, 'video', 'processing', 'public', 'c3', '/media/p3/main.mp4', 'lamp', 1, 1),
	(4, 'p4', 1, 'video', 'failed', 'public', 'c4', '/media/p4/main.mp4', 'lamp', 1, 1),
	(5, 'p5', 2, 'image', 'ready', 'public', 'c5', '/media/p5/main.webp', 'lamp', 1, 1),
	(6, 'p6', 2, 'image', 'ready', 'public', 'c6', '/media/p6/main.webp', 'lamp', 1, 1);

-- 0004-ads
insert into ads (id, seller_id, format, category, title, description, search_text, price_kobo, place, media_state, pictures,
	cover_id, sold_at, hidden_at, visible, score, likes, comments, views, created_at, updated_at) values
	(1, 1, 'image', 'Motorcycles', 'Lamp', 'It shines.', 'lamp', 5000, 'Kano', 'ready', 1, 1, null, null, 1, 9, 1, 1, 1, 1, 1),
	(2, 1, 'image', 'Motorcycles', 'Fan', 'It turns.', 'fan', null, null, 'ready', 1, 2, null, 5, 0, 8, 0, 0, 0, 1, 1),
	(3, 1, 'video', 'Motorcycles', 'Bike', 'It runs.', 'bike', 7000, null, 'processing', 0, 3, null, null, 0, 7, 0, 0, 0, 1, 1),
	(4, 1, 'video', 'Motorcycles', 'Car', 'It runs.', 'car', 7000, null, 'failed', 0, 4, null, null, 0, 6, 0, 0, 0, 1, 1),
	(5, 2, 'image', 'Motorcycles', 'Pan', 'It fries.', 'pan', 100, null, 'ready', 1, 5, 6, null, 1, 5, 0, 0, 0, 1, 1);
insert into ad_media (ad_id, position, media_id) values (1, 0, 1), (2, 0, 2), (3, 0, 3), (4, 0, 4), (5, 0, 5);

-- 0005-posts
insert into posts (id, author_id, kind, text, category, edited_at, deleted_at, hidden_at, visible, score, likes, created_at) values
	(1, 1, 'tweet', 'Fresh stock', null, null, null, null, 1, 9, 1, 1),
	(2, 1, 'talk', 'Who buys?', 'Motorcycles', 2, null, 5, 0, 8, 0, 1),
	(3, 2, 'picture', '', null, null, 5, null, 0, 7, 0, 1),
	(4, 2, 'tweet', 'Gone twice', null, null, 5, 5, 0, 6, 0, 1),
	(5, 2, 'tweet', 'Still there', null, null, null, null, 1, 5, 0, 1);
insert into post_media (post_id, position, media_id) values (3, 0, 6);

-- 0006-likes
insert into likes (id, account_id, ad_id, post_id, created_at) values (1, 2, 1, null, 1), (2, 2, null, 1, 1);

-- 0007-comments
insert into comments (id, account_id, ad_id, post_id, owner_id, parent_id, text, replies, created_at) values
	(1, 2, 1, null, 1, null, 'Is it new?', 1, 1),
	(2, 1, 1, null, 1, 1, 'Yes.', 0, 2),
	(3, 2, null, 1, 1, null, 'Nice.', 0, 1);

-- 0008-follows
insert into follows (id, follower_id, followed_id, created_at) values (1, 2, 1, 1);

-- 0009-saved-items
insert into saved_items (id, account_id, list, target_id, created_at) values (1, 2, 'wishlist', 1, 1), (2, 2, 'talks', 2, 1);

-- 0010-reports
insert into reports (id, account_id, kind, target_id, owner_id, reason, note, state, created_at)
	values (1, 2, 'ad', 1, 1, 'scam', '', 'open', 1), (2, 3, 'ad', 1, 1, 'other', 'Look.', 'open', 2);

-- 0011-insights
insert into item_days (owner_id, ad_id, post_id, day, views, contacts) values (1, 1, null, 1, 1, 1), (1, null, 1, 1, 1, 0);
insert into seen_today (day, hash) values (1, 'h');
insert into page_days (day, route, path, views) values (1, 'ad', '/ads/1', 1);
insert into vital_days (day, route, name, up_to, visits) values (1, 'ad', 'LCP', 100, 1);

-- 0013-search
insert into media (id, public_id, account_id, kind, state, access, capability, secure_url, file_name, bytes, created_at)
	values (7, 'p7', 1, 'image', 'ready', 'public', 'c7', '/media/p7/main.webp', 'cup', 1, 1);
insert into ads (id, seller_id, format, category, title, description, media_state, pictures, cover_id, visible, score, created_at,
	updated_at) values (6, 1, 'image', 'Motorcycles', 'Cup', 'It holds.', 'ready', 1, 7, 1, 4, 1, 1);

-- 0014-for-you
insert into for_you_less (account_id, what, value, created_at) values (1, 'seller', '2', 1);
insert into for_you_lists (id, account_id, made_at, items) values (1, 1, 1, '[]');

-- 0015-courses
insert into media (id, public_id, account_id, kind, state, access, capability, secure_url, file_name, bytes, created_at) values
	(8, 'p8', null, 'video', 'ready', 'private', 'c8', '/media/p8/main.mp4', 'lesson', 1, 1),
	(9, 'p9', null, 'image', 'ready', 'private', 'c9', '/media/p9/main.webp', 'proof', 1, 1);
insert into learners (account_id, course_id, name, enrolled_at) values (1, 'web', 'Ada', 1);
insert into modules_done (account_id, course_id, module, done_at) values (1, 'web', 1, 1);
insert into module_contents (course_id, module, text, media_id, updated_at) values ('web', 1, 'Read.', 8, 1);
insert into certificates (code, account_id, course_id, name, completed_at) values ('abc', 1, 'web', 'Ada', 1);

-- 0016-enrollments
insert into enrollments (id, course_id, coursetype, name, email, email_key, phone, state, price_kobo, reference, account_id, words,
	created_at, updated_at)
	values (1, 'web', 'Web', 'Ada', 'ada@example.ng', 'ada@example.ng', '0803', 'paid', 5000, 'KSW-AAAAA', 1, 'ada', 1, 1);
insert into enrollment_steps (id, enrollment_id, state, "by", at) values (1, 1, 'requested', null, 1), (2, 1, 'paid', 'root', 2);
insert into enrollment_notes (id, enrollment_id, text, "by", at) values (1, 1, 'Called.', 'root', 1);
insert into enrollment_proofs (media_id, enrollment_id, at) values (9, 1, 1);
insert into payments (id, enrollment_id, reference, asked_kobo, status, counted, checked_at, created_at)
	values (1, 1, 'r', 5000, 'paid', 1, 1, 1);
insert into payment_events (id, event_key, event, reference, amount, received_at) values (1, 'e', 'charge.success', 'r', 5000, 1);

-- 0017-sign-in
insert into identities (id, account_id, issuer, subject, email, created_at) values (1, 1, 'google', 's', 'ada@example.ng', 1);
insert into google_sign_ins (browser_hash, intent, account_id, state, nonce, verifier, next, ends_at)
	values ('b', 'log-in', null, 's', 'n', 'v', '/', 9);
insert into second_factors (account_id, secret, confirmed_at, created_at) values (3, 's', 1, 1);
insert into recovery_codes (account_id, code_hash) values (3, 'h');

-- 0018-audit
insert into audit_log (id, account_id, user_name, action, target_kind, target_id, reason, created_at)
	values (1, 3, 'root', 'moderation.hide', 'ad', 2, 'No.', 1);

-- 0019-moderation
update accounts set suspended_at = 5, suspended_until = 9 where id = 2;
update ads set owner_gone = 1, visible = 0 where seller_id = 2;
update posts set owner_gone = 1, visible = 0 where author_id = 2;
update comments set owner_gone = 1, visible = 0 where account_id = 2;
update ads set hidden_reason = 'No.' where hidden_at is not null;
update comments set hidden_at = 5, visible = 0 where id = 2;
insert into comments (id, account_id, ad_id, owner_id, text, created_at) values (4, 1, 1, 1, 'Still there.', 3);
insert into decisions (id, kind, target_kind, target_id, title, owner_id, reason, created_at)
	values (1, 'hide', 'ad', 2, 'Fan', 1, 'No.', 1);
insert into flags (id, case_id, kind, target_id, reason, note, state, created_at)
	select 1, id, 'ad', 1, 'payment_first', 'pay first', 'open', 1 from cases;
insert into picture_hashes (key, ad_id, owner_id, hash) values (1, 1, 1, 'h');

-- 0020-recovery
insert into password_resets (token_hash, account_id, ends_at) values ('t', 1, 9);
insert into former_user_names (name_hash) values ('h');

-- 0021-operations
insert into notices (id, text, path, ends_at, created_at) values (1, 'Closed on Sunday.', null, 9, 1);

-- 0021-operations on sqlite
insert into failed_jobs (id, name, data, attempts, error, failed_at) values (1, 'mail', '{}', 3, 'no', 1);

-- 0022-notifications
insert into devices (id, account_id, session_id, engine, token, token_hash, name, created_at)
	values (1, 1, 1, 'web', 't', 't', 'Firefox', 1);
insert into send_handles (handle_hash, account_id, ends_at) values ('h', 1, 9);
insert into inbox_notices (id, account_id, kind, group_key, inbox, count, actors, about, created_at)
	values (1, 1, 'like', 'ads 1', 1, 1, '[2]', '{}', 1);
insert into notification_settings (account_id, "off", time_zone) values (1, '[]', 'Africa/Lagos');

-- 0023-uploads
insert into uploads (id, account_id, capability, file_name, bytes, created_at) values ('u', 1, 'c', 'lamp', 1, 1);

-- 0024-counted
update likes set counted = 0 where account_id = 2;
update follows set counted = 0 where follower_id = 2;

-- 0026-known-callers
insert into known_callers (account_id, kind, hash, last_used_at) values (1, 'browser', 'h', 1);
update rate_limits set subject = 'ada';

-- 0027-video-jobs on sqlite
update jobs set failures = 1, group_key = 'ada', turn = 2;

-- 0029-contacts
update accounts set call_number = '2348031234567';
insert into contacts (ad_id, account_id, kind, first_at, last_at) values (1, 2, 'whatsapp', 1, 1);

-- 0031-verification
update accounts set phone = '2348031234567', phone_verified_at = 1, response_time = 'hour', response_time_at = 1 where id = 1;
insert into phone_codes (account_id, phone, code_hash, sent_at, ends_at) values (2, '2348031234568', 'h', 1, 9);
insert into business_verifications (id, account_id, business_name, document, state, created_at)
	values (1, 1, 'Ada Lamps Ltd', 'cac_certificate', 'pending', 1);
insert into media (id, public_id, kind, state, access, capability, secure_url, file_name, bytes, attached_at, created_at)
	values (91, 'p91', 'image', 'ready', 'private', 'c91', '/media/p91/main.webp', 'cac', 1, 1, 1);
insert into business_documents (media_id, account_id, verification_id, created_at) values (91, 1, 1, 1);

-- 0032-reviews
update known_callers set common_hash = 'c';
insert into reviews (id, seller_id, buyer_id, ad_id, ad_title, stars, text, reply, reply_created_at, created_at)
	values (1, 1, 2, 1, 'Lamp', 4, 'Good.', 'Thank you.', 2, 1);
update accounts set review_count = 1, review_stars = 4 where id = 1;

-- 0035-saved-searches
insert into saved_searches (id, account_id, q, words, filters, match_key, alerts, pending, created_at)
	values (1, 2, 'Lamp', '["lamp"]', '{}', 'lamp', 'at_once', 1, 1);
insert into saved_search_matches (search_id, ad_id, matched_at) values (1, 1, 1);

-- 0036-account-location
update accounts set state = 'Lagos', lga = 'Ikeja' where id = 1;

-- 0038-imports
insert into imports (id, account_id, ads, posted, created_at, last_at) values (1, 1, 2, 1, 1, 1);
update ads set import_id = 1 where id = 1;
update flags set import_id = 1;

-- 0041-pinned-products
insert into pinned_products (video_id, position, product_id) values (3, 0, 1);

-- 0042-part-plays
insert into part_plays (ad_id, part, plays) values (1, 0, 1);
update ads set watched_parts = 1 where id = 1;

-- 0043-captions
update media set captions = '{"name":"captions-c.vtt","bytes":8}' where id = 3;
insert into media_captions (media_id, name, text) values (3, 'captions-c.vtt', 'WEBVTT
');

-- 0044-video-edits
update media set edit = '{"muted":true}' where id = 3;

-- 0045-api-tokens
insert into sessions (id, account_id, token_hash, device, created_at, last_used_at, idle_ends_at, ends_at, name, scopes)
	values (2, 1, 'api-token', 'curl/8', 1, 0, 4102444800000, 4102444800000, 'Stock list', 'read ads');

-- 0047-market-cards
insert into market_cards (name, ads, chosen_at) values ('market', '[1,3]', 0);

-- 0048-webhooks
insert into webhooks (id, account_id, url, events, secret, created_at)
	values (1, 1, 'https://shop.example/hook', 'ad.published ad.sold', 'x', 1);
insert into webhook_deliveries (id, webhook_id, event_id, event, state, created_at)
	values (1, 1, 'ad_published_1', '{"type":"ad.published","ad_id":1}', 'pending', 1);

-- 0049-backup-attempts
insert into backup_attempts (target, started_at, ended_at, name, bytes, written_bytes, files, database_check)
	values ('/mnt/backups', 0, 1, 'kasuwa-1970-01-01t00-00-00z', 7, 7, 1, 'restored');

-- 0050-market-settings
update market_settings set version = 1, changed = '{"name":"Sabon Gari"}', terms_changed_at = null, updated_at = 1;

-- 0060-contact-reveals
insert into contact_reveals (scope, caller, seller_id, revealed_at) values ('new', '203.0.113.7', 1, 0);

-- 0061-pageviews-by-route
insert into page_days (day, route, path, views) values (2, 'ad', '', 3);

-- 0062-enrollment-requesters
update enrollments set requested_by = 1;

-- 0063-passkeys
insert into passkeys (id, account_id, credential_id, public_key, sign_count, transports, name, created_at)
	values (1, 1, 'credential', 'key', 0, 'internal hybrid', 'My phone', 0);
insert into passkey_challenges (challenge_hash, account_id, ends_at) values ('challenge', 1, 0);

-- 0065-number-changes
insert into number_changes (id, account_id, ad_id, kind, previous, changed_at) values (1, 1, null, 'phone', '2348031112222', 0);

-- 0067-removed-items
insert into removed_items (id, decision_id, kind, target_id, owner_id, pictures, text_signature, created_at)
	values (1, 1, 'ad', 2, 1, '[]', '', 1);
insert into removed_item_keys (key, item_id, part) values (1, 1, 'text');
insert into held_items (kind, target_id) values ('ad', 1), ('post', 1);
update flags set decision_id = 1;

-- 0069-data-protection
insert into legal_requests (id, code, kind, state, name, email, text, account_id, is_proven, created_at, due_at)
	values (1, 'REQ-7QXM-2HPA-K9TD', 'access', 'open', 'Ada', 'ada@example.com', 'My data, please.', 1, 1, 0, 1);
insert into breaches (id, title, facts, data, measures, risk, noticed_at, created_at)
	values (1, 'Lost laptop', '', '', '', 'risk', 0, 0);
insert into breach_accounts (breach_id, account_id) values (1, 1);

-- 0070-module-checks
insert into module_checks (account_id, course_id, module, passed_at) values (1, 'web', 1, 1);

-- 0072-email-changes
insert into email_changes (id, account_id, email, email_key, changed_at) values (1, 1, 'ada@example.com', 'ada@example.com', 0);

-- 0073-breach-notices
insert into breach_notices (id, breach_id, text, accounts, created_at) values (1, 1, 'A laptop was stolen.', 1, 0);
update breach_accounts set notice_id = 1, queued_at = 0;

-- 0075-former-number-visibility
update number_changes set phone_public = 0;
update breach_accounts set notice_id = 1, queued_at = 0, mailed_at = 0;

-- 0076-own-job-queue on postgres
insert into jobs (name, data, run_at, attempts, running) values ('mail', '{}', 1, 0, 0);
insert into failed_jobs (id, name, data, attempts, error, failed_at) values (1, 'mail', '{}', 3, 'no', 1);
