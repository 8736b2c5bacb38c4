import { type Course, findCourse, previewModule } from '../../contract/course-catalogue.ts';
import type { Certificate, ModuleContent, ModuleSummary, Progress } from '../../contract/courses.ts';
import type { UploadedFile } from '../../contract/media.ts';
import * as messages from '../../contract/messages.ts';
import * as coursesApiText from '../../contract/text/courses-api.ts';
import type { AccountService } from '../accounts/index.ts';
import type { MediaService } from '../media/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Db, Tx } from '../platform/database/index.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { Actor } from '../platform/http/index.ts';
import { generateReadableCode, parseReadableCode } from '../platform/readable-code.ts';
import { modulesCacheTag } from './cache-tags.ts';
import { canReadModule } from './policy.ts';
import { presentCertificate, presentModule, presentProgress } from './present.ts';
import * as store from './store.ts';
import type { ModuleContentRow } from './tables.ts';

/** Prefix of certificate codes. */
const codePrefix = 'KSW';

export interface CourseServiceDeps {
	db: Database;
	clock: Clock;
	accounts: AccountService;
	media: MediaService;
}

export type CourseService = ReturnType<typeof createCourseService>;

/** Creates the course service. Its methods throw `not_found` for an unknown course or module. */
export function createCourseService({ db, clock, accounts, media }: CourseServiceDeps) {
	/** Returns an account's progress by course id, in the order of enrollment. */
	async function getProgressByCourse(at: Db, accountId: number): Promise<Map<string, Progress>> {
		const learners = await store.listAccountLearnerRows(at, accountId);
		if (learners.length === 0) return new Map();
		const done = Map.groupBy(await store.listModulesDone(at, accountId), (row) => row.course_id);
		const codes = new Map((await store.listCertificates(at, accountId)).map((row) => [row.course_id, row.code]));
		const progress = new Map<string, Progress>();
		for (const { course_id } of learners) {
			const course = findCourse(course_id);
			if (!course) continue;
			const modules = (done.get(course_id) ?? []).map((row) => row.module);
			progress.set(course_id, presentProgress(course, modules, codes.get(course_id) ?? null));
		}
		return progress;
	}

	async function loadModuleContent(at: Db, number: number, title: string, content: ModuleContentRow | null) {
		const mediaId = content?.media_id ?? null;
		const video = mediaId === null ? null : ((await media.findByIdsSigned(at, [mediaId])).get(mediaId) ?? null);
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

		/** Marks a module as done or not done. When all are done, issues a certificate; unmarking a module later does not revoke it. */
		async setProgress(actor: Actor, courseId: string, module: number, done: boolean): Promise<Progress> {
			const course = requireCourse(courseId);
			requireModuleTitle(course, module);
			return db.transaction(async (tx) => {
				const key = { accountId: actor.accountId, courseId: course.id };
				const learner = await store.lockLearnerRow(tx, key);
				if (!learner) throw notEnrolled();
				if (done) await store.insertModuleDone(tx, key, module, clock.now());
				else await store.deleteModuleDone(tx, key, module);
				const progress = (await getProgressByCourse(tx, actor.accountId)).get(course.id);
				if (!progress) throw notEnrolled();
				if (progress.next !== null || progress.certificate !== null) return progress;
				const code = generateReadableCode(codePrefix);
				await store.insertCertificate(tx, {
					code,
					account_id: learner.account_id,
					course_id: learner.course_id,
					name: learner.name,
					first_done_at: await store.findFirstDoneAt(tx, key),
					completed_at: clock.now(),
				});
				return { ...progress, certificate: code };
			});
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
			const learner = await store.findLearner(db, { accountId: actor.accountId, courseId: course.id });
			if (!canReadModule(actor, learner)) throw notEnrolled();
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

		/** Sets the text of a module for the sample content. Keeps the module's video. */
		async addSample(tx: Tx, courseId: string, module: number, text: string): Promise<void> {
			const course = requireCourse(courseId);
			requireModuleTitle(course, module);
			const before = await store.lockModuleRow(tx, course.id, module, clock.now());
			await store.updateModule(tx, before, { text, media_id: before.media_id });
			tx.invalidate(modulesCacheTag(course.id));
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

function notEnrolled(): DomainError {
	return new DomainError('forbidden', coursesApiText.learnersOnly);
}
