import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as limits from '../../contract/core/limits.ts';
import { certificatePaths } from '../../contract/core/page-paths.ts';
import { courses, findCourse } from '../../contract/courses/course-catalogue.ts';
import * as courseLimits from '../../contract/courses/limits.ts';
import * as certificatePdfText from '../../text/server/certificate-pdf.ts';
import { parseReadableCode } from '../core/readable-code.ts';
import type { Engine } from '../database/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { getRightAnswers, passChecks } from '../testing/pass-checks.ts';
import { createApiClient, signUp, type TestPerson, uploadPicture, uploadVideo } from '../testing/people.ts';
import { seedUpload } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { findQuestions } from './questions/index.ts';
import type { CourseTables } from './tables.ts';

let server: TestServer;
let clock: FakeClock;
let learner: TestPerson;
let otherPerson: TestPerson;
let admin: TestPerson;

const courseId = 'web-hacking-essentials';
const params = { id: courseId };
const inModule = (module: number) => ({ params: { id: courseId, module: String(module) } });
const lastModule = findCourse(courseId)?.modules.length ?? 0;
const modules = Array.from({ length: lastModule }, (_, index) => index + 1);

const forbidden = { status: 403, problem: { code: 'forbidden' } };
const notFound = { status: 404, problem: { code: 'not_found' } };

const addLearner = ({ session }: TestPerson, id = courseId, name = 'Ada Obi') =>
	server.db.transaction((tx) => server.courses.addLearner(tx, { accountId: session.id, courseId: id, name }));
const removeLearner = ({ session }: TestPerson) =>
	server.db.transaction((tx) => server.courses.removeLearner(tx, { accountId: session.id, courseId }));

const setDone = (module: number, done = true, person = learner) =>
	person.client.setProgress({ params, body: { module, done } });

const answer = (module: number, answers = getRightAnswers(courseId, module), person = learner) =>
	person.client.answerModuleCheck({ ...inModule(module), body: { answers } });

async function completeCourse(person = learner): Promise<string> {
	await passChecks(person, courseId);
	const { certificate } = await person.client.getProgress({ params });
	if (!certificate) throw new Error('No certificate was issued');
	return certificate;
}

const getStatus = async (path: string) => {
	const response = await fetch(new URL(path, server.address));
	await response.arrayBuffer();
	return response.status;
};

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		clock = createFakeClock(Date.UTC(2026, 10, 21, 22, 59));
		server = await startTestServer({ engine, clock, env: { WHATSAPP_NUMBER: '0803 123 4567' } });
		admin = await signUp(server);
		const accounts = server.db.tables<{ accounts: { id: number; role: string } }>().updateTable('accounts');
		await accounts.set({ role: 'admin' }).where('id', '=', admin.session.id).execute();
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		[learner, otherPerson] = [await signUp(server), await signUp(server)];
		await addLearner(learner);
	});
}

describe('courses', () => {
	useServer();

	test('returns the WhatsApp number as digits', async () => {
		expect(await createApiClient(server).getContact()).toMatchObject({ whatsapp: '2348031234567' });
	});

	test('lists modules for everyone and reflects changes immediately', async () => {
		const list = async () => (await createApiClient(server).listModules({ params })).items;
		const [firstModule] = await list();
		expect(firstModule).toEqual({
			module: 1,
			title: findCourse(courseId)?.modules[0],
			has_text: false,
			has_video: false,
		});
		expect(await list()).toHaveLength(8);
		await admin.client.updateModule({ ...inModule(8), body: { text: '# The report' } });
		expect((await list())[7]).toMatchObject({ has_text: true, has_video: false });
		await admin.client.updateModule({ ...inModule(8), body: { text: '' } });
		expect((await list())[7]).toMatchObject({ has_text: false });
		await expect(createApiClient(server).listModules({ params: { id: 'constructor' } })).rejects.toMatchObject(
			notFound,
		);
	});

	test('sets and clears progress idempotently, starting at 0 percent', async () => {
		const none = { course_id: courseId, percent: 0, done: [], next: 1, passed: [], certificate: null };
		expect(await learner.client.getProgress({ params })).toEqual(none);
		await setDone(2);
		expect(await setDone(2)).toEqual({ ...none, percent: 12, done: [2] });
		expect(await setDone(1)).toEqual({ ...none, percent: 25, done: [1, 2], next: 3 });
		expect(await setDone(2, false)).toEqual({ ...none, percent: 12, done: [1], next: 2 });
		expect(await setDone(2, false)).toEqual({ ...none, percent: 12, done: [1], next: 2 });
		expect(await learner.client.getProgress({ params })).toMatchObject({ done: [1] });
	});

	test('keeps the certificate, its name and its date when a module is undone', async () => {
		const code = await completeCourse();
		clock.advance(86_400_000);
		await setDone(3, false);
		expect(await learner.client.getProgress({ params })).toMatchObject({ percent: 87, certificate: code });
		expect(await setDone(3)).toMatchObject({ percent: 100, certificate: code });
		clock.advance(-86_400_000);
		const certificate = await createApiClient(server).getCertificate({ params: { code } });
		expect(certificate).toEqual({
			code,
			name: 'Ada Obi',
			course_id: courseId,
			course_title: 'Web Hacking Essentials',
			lessons: 8,
			checked: true,
			first_done_at: '2026-11-21T22:59:00.000Z',
			completed_at: '2026-11-21T22:59:00.000Z',
		});
		const respelled = code.toLowerCase().replaceAll('-', ' ');
		expect(await createApiClient(server).getCertificate({ params: { code: respelled } })).toEqual(certificate);
	});

	test('issues no certificate for eight ticks, only when each check is passed, too', async () => {
		for (const module of modules) expect((await setDone(module)).certificate).toBeNull();
		expect(await learner.client.getProgress({ params })).toMatchObject({ percent: 100, next: null, passed: [] });
		for (const module of modules.slice(1)) expect((await answer(module)).progress.certificate).toBeNull();
		const { passed, progress } = await answer(1);
		expect(passed).toBe(true);
		expect(progress).toMatchObject({ percent: 100, passed: modules, certificate: expect.stringMatching(/^KSW-/) });
	});

	test('issues the certificate with the last tick if all checks are passed', async () => {
		await answer(1);
		await setDone(1, false);
		for (const module of modules.slice(1)) expect((await answer(module)).progress.certificate).toBeNull();
		expect((await setDone(1)).certificate).toMatch(/^KSW-/);
	});

	test('completes a module when its check is passed, and keeps the check when the module is undone', async () => {
		expect((await answer(2)).progress).toMatchObject({ done: [2], passed: [2], next: 1 });
		expect(await setDone(2, false)).toMatchObject({ done: [], passed: [2] });
		expect((await answer(2)).progress).toMatchObject({ done: [2], passed: [2] });
	});

	test('says which answers are right, explains only those, and lets learners try again', async () => {
		const [first, ...others] = getRightAnswers(courseId, 1);
		const wrong = [(Number(first) + 1) % 3, ...others];
		const { results, passed, progress } = await answer(1, wrong);
		expect(passed).toBe(false);
		expect(results.map(({ right }) => right)).toEqual([false, true, true, true]);
		expect(results.map(({ why }) => why)).toEqual([
			null,
			...(findQuestions(courseId, 1) ?? []).slice(1).map(({ why }) => why),
		]);
		expect(progress).toMatchObject({ done: [], passed: [] });
		expect(await answer(1)).toMatchObject({ passed: true, progress: { done: [1], passed: [1] } });
		// A later wrong answer does not take the passed check away.
		expect(await answer(1, wrong)).toMatchObject({ passed: false, progress: { done: [1], passed: [1] } });
	});

	test('sends questions and options of a check, but no answers', async () => {
		const questions = findQuestions(courseId, 3) ?? [];
		const check = await learner.client.getModuleCheck(inModule(3));
		expect(check).toEqual({ questions: questions.map(({ question, options }) => ({ question, options })) });
		expect(await admin.client.getModuleCheck(inModule(3))).toEqual(check);
	});

	test('opens checks to learners, and their questions to administrators', async () => {
		await expect(otherPerson.client.getModuleCheck(inModule(1))).rejects.toMatchObject(forbidden);
		await expect(createApiClient(server).getModuleCheck(inModule(1))).rejects.toMatchObject({ status: 401 });
		for (const person of [otherPerson, admin]) {
			await expect(answer(1, undefined, person)).rejects.toMatchObject(forbidden);
		}
		await expect(learner.client.getModuleCheck(inModule(lastModule + 1))).rejects.toMatchObject(notFound);
		await expect(answer(lastModule + 1, [0, 0, 0, 0])).rejects.toMatchObject(notFound);
		for (const invalid of [[], [0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 3], [0, 0, 0, -1], [0, 0, 0, 0.5]]) {
			await expect(answer(1, invalid)).rejects.toMatchObject({ status: 422 });
		}
	});

	test('lets an account answer 30 checks an hour', async () => {
		const wrong = getRightAnswers(courseId, 1).map((right) => (right + 1) % 3);
		for (let call = 0; call < 30; call += 1) expect((await answer(1, wrong)).passed).toBe(false);
		await expect(answer(1)).rejects.toMatchObject({ status: 429, problem: { code: 'too_many' } });
		clock.advance(3_600_000);
		expect((await answer(1)).passed).toBe(true);
		clock.advance(-3_600_000);
	});

	test('keeps a certificate of before there were checks, which says nothing about them', async () => {
		const code = 'KSW-7QXM-2HPA-K9TD';
		await server.db
			.tables<CourseTables>()
			.insertInto('certificates')
			.values({
				code,
				account_id: learner.session.id,
				course_id: courseId,
				name: 'Ada Obi',
				first_done_at: 0,
				checked: 0,
				completed_at: 0,
			})
			.execute();
		expect(await createApiClient(server).getCertificate({ params: { code } })).not.toHaveProperty('checked');
		const pdf = await (await fetch(server.address + certificatePaths.pdf(code))).text();
		expect(pdf).not.toContain(certificatePdfText.passedChecks);
		await passChecks(learner, courseId);
		expect(await learner.client.getProgress({ params })).toMatchObject({ certificate: code });
	});

	test('says when the first and the last lesson were done', async () => {
		await setDone(1);
		const first = new Date(clock.now()).toISOString();
		clock.advance(5 * 86_400_000);
		const code = await completeCourse();
		clock.advance(-5 * 86_400_000);
		const certificate = await createApiClient(server).getCertificate({ params: { code } });
		expect(certificate).toMatchObject({ lessons: 8, first_done_at: first });
		expect(Date.parse(certificate.completed_at) - Date.parse(first)).toBe(5 * 86_400_000);
		const pdf = await (await fetch(server.address + certificatePaths.pdf(code))).text();
		expect(pdf).toContain(`/ActualText (${certificatePdfText.datesLabel})`);
	});

	test('serves the certificate as a tagged one-page PDF with a verification link', async () => {
		const code = await completeCourse();
		const response = await fetch(server.address + certificatePaths.pdf(code));
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toBe('application/pdf');
		expect(response.headers.get('content-disposition')).toBe(`inline; filename="certificate-${code}.pdf"`);
		const pdf = Buffer.from(await response.arrayBuffer()).toString('latin1');
		expect(pdf.startsWith('%PDF-1.7')).toBe(true);
		expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
		const { completedModules, passedChecks } = certificatePdfText;
		for (const text of ['Ada Obi', 'Web Hacking Essentials', completedModules(8), passedChecks, code]) {
			expect(pdf).toContain(`/ActualText (${text})`);
		}
		// The certificate shows the date in Lagos, UTC+1.
		expect(pdf).toContain('/ActualText (21 Nov 2026)');
		expect(pdf).toMatch(new RegExp(`/URI \\(http://[^)]+${certificatePaths.page(code)}\\)`));
		const etag = response.headers.get('etag') ?? '';
		const again = await fetch(server.address + certificatePaths.pdf(code), { headers: { 'if-none-match': etag } });
		expect(again.status).toBe(304);
	});

	test('returns 404 for an unknown certificate code', async () => {
		const code = await completeCourse();
		for (const invalid of [
			code.slice(0, -1),
			`${code}A`,
			code.replace('KSW', 'XYZ'),
			"' or 1=1",
			'KSW-AAAA-AAAA-AAAA',
		]) {
			await expect(createApiClient(server).getCertificate({ params: { code: invalid } })).rejects.toMatchObject(
				notFound,
			);
			expect(await getStatus(certificatePaths.pdf(invalid))).toBe(404);
		}
		expect(await getStatus(`/certificates/${code}`)).toBe(404);
	});

	test('revokes access and certificate of a removed learner, and restores both when the learner is added again', async () => {
		const code = await completeCourse();
		await removeLearner(learner);
		await removeLearner(learner);
		await expect(learner.client.getProgress({ params })).rejects.toMatchObject(forbidden);
		await expect(setDone(1)).rejects.toMatchObject(forbidden);
		await expect(learner.client.getModule(inModule(1))).rejects.toMatchObject(forbidden);
		await expect(createApiClient(server).getCertificate({ params: { code } })).rejects.toMatchObject(notFound);
		expect(await getStatus(certificatePaths.pdf(code))).toBe(404);
		await addLearner(learner);
		await addLearner(learner, courseId, 'Someone Else');
		expect(await learner.client.getProgress({ params })).toMatchObject({ percent: 100, certificate: code });
		expect(await createApiClient(server).getCertificate({ params: { code } })).toMatchObject({ name: 'Ada Obi' });
	});

	test('returns progress in all courses of an account, in the order of enrollment', async () => {
		clock.advance(1000);
		await addLearner(learner, 'laravel-complete-course');
		await setDone(1);
		const progress = await server.courses.getProgressByCourse(server.db, learner.session.id);
		expect([...progress].map(([id, { percent }]) => [id, percent])).toEqual([
			[courseId, 12],
			['laravel-complete-course', 0],
		]);
		expect((await server.courses.getProgressByCourse(server.db, otherPerson.session.id)).size).toBe(0);
	});

	test('rejects a learner of another course', async () => {
		const { client } = learner;
		for (const { id } of courses.filter((course) => course.id !== courseId)) {
			await expect(client.getProgress({ params: { id } })).rejects.toMatchObject(forbidden);
			await expect(client.getModule({ params: { id, module: '1' } })).rejects.toMatchObject(forbidden);
			const body = { module: 1, done: true };
			await expect(client.setProgress({ params: { id }, body })).rejects.toMatchObject(forbidden);
		}
	});

	test('returns 404 for unknown courses and modules, and 422 for invalid input', async () => {
		const none = { id: 'no-such-course' };
		await expect(learner.client.getProgress({ params: none })).rejects.toMatchObject(notFound);
		await expect(setDone(lastModule + 1)).rejects.toMatchObject(notFound);
		await expect(learner.client.getModule(inModule(lastModule + 1))).rejects.toMatchObject(notFound);
		await expect(learner.client.getModule({ params: { ...none, module: '1' } })).rejects.toMatchObject(notFound);
		await expect(learner.client.getModule(inModule(0))).rejects.toMatchObject({ status: 422 });
		await expect(setDone(0)).rejects.toMatchObject({ status: 422 });
		const body = { text: 'x'.repeat(courseLimits.moduleText.max + 1) };
		await expect(admin.client.updateModule({ ...inModule(1), body })).rejects.toMatchObject({ status: 422 });
		await expect(admin.client.updateModule({ ...inModule(99), body: { text: '' } })).rejects.toMatchObject(notFound);
	});

	test("serves a module's text and video only to learners and administrators", async () => {
		const upload = await uploadVideo(admin);
		const video = { secure_url: upload.secure_url };
		const changed = await admin.client.updateModule({ ...inModule(1), body: { text: '# **Ask** first', video } });
		expect(changed).toMatchObject({
			text: '# **Ask** first',
			has_text: true,
			has_video: true,
			video: null,
			video_state: 'processing',
		});
		await server.jobs.whenIdle();
		const content = await learner.client.getModule(inModule(1));
		expect(content).toMatchObject({ text: '# **Ask** first', video_state: 'ready', video: { duration_ms: 1000 } });
		expect(await admin.client.getModule(inModule(1))).toMatchObject({ text: '# **Ask** first' });
		const urls = [...(content.video?.renditions ?? []), ...(content.video?.poster?.sizes ?? [])].map(({ url }) => url);
		expect(urls.length).toBeGreaterThanOrEqual(2);

		await expect(otherPerson.client.getModule(inModule(1))).rejects.toMatchObject(forbidden);
		await expect(createApiClient(server).getModule(inModule(1))).rejects.toMatchObject({ status: 401 });
		expect(JSON.stringify(await createApiClient(server).listModules({ params }))).not.toContain('Ask');
		expect(await getStatus(upload.secure_url)).toBe(404);

		const other = await seedUpload(server, admin, 'video');
		await admin.client.updateModule({ ...inModule(2), body: { video: other } });
		const [otherRendition] = (await learner.client.getModule(inModule(2))).video?.renditions ?? [];
		const otherSignature = new URL(otherRendition?.url ?? '', server.address).searchParams.get('signature') ?? '';
		expect(otherSignature).not.toBe('');
		for (const signedUrl of urls) {
			expect(await getStatus(signedUrl)).toBe(200);
			const url = new URL(signedUrl, server.address);
			expect(await getStatus(url.pathname)).toBe(404);
			expect(await getStatus(url.pathname.replace('private-media', 'media'))).toBe(404);
			expect(await getStatus(url.pathname.replace('private-media', 'media') + url.search)).toBe(404);
			url.searchParams.set('signature', otherSignature);
			expect(await getStatus(url.href)).toBe(404);
		}
		clock.advance(limits.signedUrlTtl);
		for (const signedUrl of urls) expect(await getStatus(signedUrl)).toBe(404);
		clock.advance(-limits.signedUrlTtl);
	});

	test('opens the first module of each course to everyone, with signed URLs of its video only', async () => {
		const course = { id: 'python-hacking-cybersec' };
		const uploads = [await uploadVideo(admin), await uploadVideo(admin)];
		for (const [index, { secure_url }] of uploads.entries()) {
			const module = { params: { ...course, module: String(index + 1) } };
			await admin.client.updateModule({ ...module, body: { text: `# Lesson ${index + 1}`, video: { secure_url } } });
		}
		await server.jobs.whenIdle();
		for (const client of [createApiClient(server), otherPerson.client, learner.client]) {
			const preview = await client.getPreview({ params: course });
			expect(preview).toMatchObject({
				module: 1,
				text: '# Lesson 1',
				video_state: 'ready',
				video: { duration_ms: 1000 },
			});
			for (const { url } of preview.video?.renditions ?? []) {
				expect(await getStatus(url)).toBe(200);
				expect(await getStatus(url.split('?')[0] ?? '')).toBe(404);
				// The signature of the free video opens no other file.
				const [, ofOther] = uploads;
				const publicId = new URL(ofOther?.secure_url ?? '', server.address).pathname.split('/')[2] ?? '';
				expect(await getStatus(url.replace(/(?<=private-media\/)[^/]+/, publicId))).toBe(404);
			}
		}
		const second = { params: { ...course, module: '2' } };
		await expect(createApiClient(server).getModule(second)).rejects.toMatchObject({ status: 401 });
		await expect(otherPerson.client.getModule(second)).rejects.toMatchObject(forbidden);
		await expect(otherPerson.client.getProgress({ params: course })).rejects.toMatchObject(forbidden);
		await expect(
			otherPerson.client.setProgress({ params: course, body: { module: 1, done: true } }),
		).rejects.toMatchObject(forbidden);
		await expect(createApiClient(server).getPreview({ params: { id: 'constructor' } })).rejects.toMatchObject(notFound);
	});

	test('updates only the given fields, and deletes the files of a replaced video', async () => {
		const firstModule = await admin.client.updateModule({
			...inModule(5),
			body: { text: 'Logins', video: { secure_url: (await uploadVideo(admin)).secure_url } },
		});
		expect(firstModule.has_video).toBe(true);
		await server.jobs.whenIdle();
		const [before] = (await learner.client.getModule(inModule(5))).video?.renditions ?? [];
		expect(await getStatus(before?.url ?? '')).toBe(200);

		const secondUpload = await seedUpload(server, admin, 'video');
		expect(await admin.client.updateModule({ ...inModule(5), body: { video: secondUpload } })).toMatchObject({
			text: 'Logins',
			has_video: true,
		});
		await server.jobs.whenIdle();
		expect(await getStatus(before?.url ?? '')).toBe(404);
		expect(await admin.client.updateModule({ ...inModule(5), body: { text: 'Sessions' } })).toMatchObject({
			text: 'Sessions',
			has_video: true,
		});
		expect(await admin.client.updateModule({ ...inModule(5), body: { video: null } })).toMatchObject({
			text: 'Sessions',
			has_video: false,
			video: null,
			video_state: null,
		});
		await server.jobs.whenIdle();
		const body = { video: secondUpload };
		await expect(admin.client.updateModule({ ...inModule(5), body })).rejects.toMatchObject({ status: 422 });
		expect((await learner.client.getModule(inModule(5))).text).toBe('Sessions');
	});

	test('rejects pictures, uploads of others and external files as lesson videos', async () => {
		const change = (secure_url: string) =>
			admin.client.updateModule({ ...inModule(6), body: { video: { secure_url }, text: 'Not kept' } });
		await expect(change((await uploadPicture(admin)).secure_url)).rejects.toMatchObject({
			status: 422,
			problem: { fields: { video: expect.any(String) } },
		});
		await expect(change((await seedUpload(server, otherPerson, 'video')).secure_url)).rejects.toMatchObject(forbidden);
		await expect(change('https://elsewhere.example/a.mp4')).rejects.toMatchObject({ status: 422 });
		expect(await learner.client.getModule(inModule(6))).toMatchObject({ text: '', video: null });
	});
});

describeOnBothEngines('progress', (engine) => {
	useServer(engine);

	test('issues one certificate when all modules are completed and checked concurrently', async () => {
		const results = await Promise.all([
			...[...modules, ...modules].map((module) => setDone(module)),
			...modules.map(async (module) => (await answer(module)).progress),
		]);
		const codes = new Set(results.map(({ certificate }) => certificate).filter((code) => code !== null));
		const progress = await learner.client.getProgress({ params });
		expect(progress).toMatchObject({ percent: 100, done: modules, passed: modules, next: null });
		expect([...codes]).toEqual([progress.certificate]);
		expect(progress.certificate).toMatch(/^KSW(-[A-HJ-NP-Z2-9]{4}){3}$/);
	});
});

test.each([
	['KSW-7QXM-2HPA-K9TD', 'KSW-7QXM-2HPA-K9TD'],
	[' ksw 7qxm2hpa k9td ', 'KSW-7QXM-2HPA-K9TD'],
	['KSW-7QXM-2HPA-K9T', null],
	['KSW-7QXM-2HPA-K9TDD', null],
	['KSW-0QXM-2HPA-K9TD', null],
	['7QXM-2HPA-K9TD', null],
	['', null],
])('parseReadableCode(KSW, %j) returns %j', (text, code) => {
	expect(parseReadableCode('KSW', text)).toBe(code);
});
