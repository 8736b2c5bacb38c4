import * as messages from '../../contract/core/messages.ts';
import { type Course, findCourse, previewModule } from '../../contract/courses/course-catalogue.ts';
import type {
	Certificate,
	CheckResult,
	ModuleCheck,
	ModuleContent,
	ModuleSummary,
	Progress,
} from '../../contract/courses/courses.ts';
import type { UploadedFile } from '../../contract/media/media.ts';
import * as coursesApiText from '../../text/server/courses-api.ts';
import type { AccountService } from '../accounts/index.ts';
import { DomainError } from '../core/domain-error.ts';
import { generateReadableCode, parseReadableCode } from '../core/readable-code.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { MediaService } from '../media/index.ts';
import type { Platform } from '../platform.ts';
import { modulesCacheTag } from './cache-tags.ts';
import { canReadModule } from './policy.ts';
import { presentCertificate, presentCheck, presentModule, presentProgress } from './present.ts';
import { findQuestions } from './questions/index.ts';
import type { Question } from './questions/question.ts';
import * as store from './store.ts';
import type { ModuleContentRow } from './tables.ts';

/** Prefix of certificate codes. */
const codePrefix = 'KSW';

/** How often an account may answer checks. */
const answerRate = { most: 30, window: 3_600_000 };

export interface CourseServiceDeps extends Pick<Platform, 'db' | 'clock' | 'rateLimits'> {
	accounts: AccountService;
	media: MediaService;
}

export type CourseService = ReturnType<typeof createCourseService>;

/** Creates the course service. Its methods throw `not_found` for an unknown course or module. */
export function createCourseService({ db, clock, accounts, media, rateLimits }: CourseServiceDeps) {
	/** Returns an account's progress by course id, in the order of enrollment. */
	async function getProgressByCourse(db: Db, accountId: number): Promise<Map<string, Progress>> {
		const learners = await store.listAccountLearnerRows(db, accountId);
		if (learners.length === 0) return new Map();
		const done = await store.listProgress(db, 'modules_done', accountId);
		const passed = await store.listProgress(db, 'module_checks', accountId);
		const codes = new Map((await store.listCertificates(db, accountId)).map((row) => [row.course_id, row.code]));
		const progress = new Map<string, Progress>();
		for (const { course_id } of learners) {
			const course = findCourse(course_id);
			if (!course) continue;
			const inCourse = (rows: readonly { course_id: string; module: number }[]) =>
				rows.flatMap((row) => (row.course_id === course_id ? row.module : []));
			const certificate = codes.get(course_id) ?? null;
			progress.set(course_id, presentProgress(course, { done: inCourse(done), passed: inCourse(passed), certificate }));
		}
		return progress;
	}

	/**
	 * Changes the progress of a learner in `change`. Once all modules are done and all checks passed, issues a certificate, which no later
	 * change revokes.
	 */
	async function changeProgress(
		{ accountId }: Actor,
		course: Course,
		change: (tx: Tx, key: store.LearnerKey) => Promise<void>,
	): Promise<Progress> {
		return db.transaction(async (tx) => {
			const key = { accountId, courseId: course.id };
			const learner = await store.lockLearnerRow(tx, key);
			if (!learner) throw notEnrolled();
			await change(tx, key);
			const progress = (await getProgressByCourse(tx, accountId)).get(course.id);
			if (!progress) throw notEnrolled();
			const isCompleted = progress.next === null && progress.passed.length === course.modules.length;
			if (!isCompleted || progress.certificate !== null) return progress;
			const code = generateReadableCode(codePrefix);
			await store.insertCertificate(tx, {
				code,
				account_id: learner.account_id,
				course_id: learner.course_id,
				name: learner.name,
				first_done_at: await store.findFirstDoneAt(tx, key),
				checked: 1,
				completed_at: clock.now(),
			});
			return { ...progress, certificate: code };
		});
	}

	async function assertCanReadModule(actor: Actor, courseId: string): Promise<void> {
		const learner = await store.findLearner(db, { accountId: actor.accountId, courseId });
		if (!canReadModule(actor, learner)) throw notEnrolled();
	}

	async function loadModuleContent(db: Db, number: number, title: string, content: ModuleContentRow | null) {
		const mediaId = content?.media_id ?? null;
		const video = mediaId === null ? null : ((await media.findByIdsSigned(db, [mediaId])).get(mediaId) ?? null);
		return presentModule(number, title, content, video);
	}

	return {
		/** Makes an account a learner of a course. Does nothing if it already is one. `name` is printed on the certificate. */
		addLearner: (tx: Tx, { accountId, courseId, name }: { accountId: number; courseId: string; name: string }) =>
			store.insertLearner(tx, {
				account_id: accountId,
				course_id: requireCourse(courseId).id,
				name,
				enrolled_at: clock.now(),
			}),

		/** Removes a learner, which revokes the certificate. Adding the learner again restores progress and certificate. */
		removeLearner: (tx: Tx, learner: { accountId: number; courseId: string }) => store.deleteLearner(tx, learner),

		getProgressByCourse,

		async getProgress(actor: Actor, courseId: string): Promise<Progress> {
			const course = requireCourse(courseId);
			const progress = (await getProgressByCourse(db, actor.accountId)).get(course.id);
			if (!progress) throw notEnrolled();
			return progress;
		},

		/** Marks a module as done or not done. */
		async setProgress(actor: Actor, courseId: string, module: number, done: boolean): Promise<Progress> {
			const course = requireCourse(courseId);
			requireModuleTitle(course, module);
			return changeProgress(actor, course, (tx, key) =>
				done
					? store.insertProgress(tx, 'modules_done', key, module, clock.now())
					: store.deleteModuleDone(tx, key, module),
			);
		},

		/** Returns the questions of a module's check, to those who may read the module. */
		async getCheck(actor: Actor, courseId: string, module: number): Promise<ModuleCheck> {
			const course = requireCourse(courseId);
			const questions = requireQuestions(course, module);
			await assertCanReadModule(actor, course.id);
			return presentCheck(questions);
		},

		/** Answers the questions of a module's check. If all answers are right, the check is passed and the module done. */
		async answerCheck(
			actor: Actor,
			courseId: string,
			module: number,
			answers: readonly number[],
		): Promise<CheckResult> {
			const course = requireCourse(courseId);
			const results = requireQuestions(course, module).map(({ answer, why }, index) =>
				answers[index] === answer ? { right: true, why } : { right: false, why: null },
			);
			const passed = results.every(({ right }) => right);
			const progress = await changeProgress(actor, course, async (tx, key) => {
				await rateLimits.count(`answers of ${actor.accountId}`, answerRate, { tx });
				if (!passed) return;
				await store.insertProgress(tx, 'module_checks', key, module, clock.now());
				await store.insertProgress(tx, 'modules_done', key, module, clock.now());
			});
			return { results, passed, progress };
		},

		async listModules(courseId: string): Promise<ModuleSummary[]> {
			const course = requireCourse(courseId);
			const summaries = new Map((await store.listModuleSummaries(db, course.id)).map((row) => [row.module, row]));
			return course.modules.map((title, index) => {
				const module = index + 1;
				const { has_text = false, has_video = false } = summaries.get(module) ?? {};
				return { module, title, has_text, has_video };
			});
		},

		async getModule(actor: Actor, courseId: string, module: number): Promise<ModuleContent> {
			const course = requireCourse(courseId);
			const title = requireModuleTitle(course, module);
			await assertCanReadModule(actor, course.id);
			return loadModuleContent(db, module, title, await store.findModule(db, course.id, module));
		},

		/** Returns the module that everyone can read for free, with signed URLs of its video. */
		async getPreview(courseId: string): Promise<ModuleContent> {
			const course = requireCourse(courseId);
			const title = requireModuleTitle(course, previewModule);
			return loadModuleContent(db, previewModule, title, await store.findModule(db, course.id, previewModule));
		},

		/** Updates the given fields of a module; a null `video` removes the video. Throws like `media.attachPrivate`. */
		async updateModule(
			actor: Actor,
			courseId: string,
			module: number,
			change: { text?: string | undefined; video?: UploadedFile | null | undefined },
		): Promise<ModuleContent> {
			const course = requireCourse(courseId);
			const title = requireModuleTitle(course, module);
			return db.transaction(async (tx) => {
				const before = await store.lockModuleRow(tx, course.id, module, clock.now());
				const { text = before.text, video } = change;
				const attached = video ? await media.attachPrivate(tx, actor, 'video', video, 'video') : null;
				const media_id = video === undefined ? before.media_id : (attached?.id ?? null);
				await store.updateModule(tx, before, { text, media_id });
				if (before.media_id !== null && before.media_id !== media_id) await media.remove(tx, [before.media_id]);
				await accounts.writeAudit(tx, actor, {
					action: 'course.update_module',
					target: { kind: 'module', id: module },
					reason: course.id,
				});
				tx.invalidate(modulesCacheTag(course.id));
				return loadModuleContent(tx, module, title, { ...before, text, media_id });
			});
		},

		/** Finds a certificate by its code, in any spelling. Throws `not_found`. */
		async getCertificate(text: string): Promise<Certificate> {
			const code = parseReadableCode(codePrefix, text);
			const row = code === null ? null : await store.findCertificate(db, code);
			const course = row && findCourse(row.course_id);
			// A deleted account's certificate is revoked. A suspended account's certificate stays valid.
			if (!row || !course || (await accounts.isPendingDeletion(db, row.account_id))) {
				throw new DomainError('not_found', coursesApiText.certificateUnknown);
			}
			return presentCertificate(row, course);
		},
	};
}

function requireCourse(id: string): Course {
	const course = findCourse(id);
	if (!course) throw new DomainError('not_found', messages.courseNotFound);
	return course;
}

function requireModuleTitle(course: Course, module: number): string {
	const title = course.modules[module - 1];
	if (title === undefined) throw new DomainError('not_found', coursesApiText.moduleUnknown);
	return title;
}

function requireQuestions(course: Course, module: number): readonly Question[] {
	const questions = findQuestions(course.id, module);
	if (!questions) throw new DomainError('not_found', coursesApiText.moduleUnknown);
	return questions;
}

function notEnrolled(): DomainError {
	return new DomainError('forbidden', coursesApiText.learnersOnly);
}
