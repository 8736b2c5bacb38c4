// What a lesson says.
import { plural } from '../../contract/core/plural.ts';

export const edit = 'Edit this module';
export const untick = 'Mark as not complete';
export const markAsDone = 'Mark as complete';
export const done = 'Complete. Well done!';
export const checkTitle = 'Check what you learned';
export const checkPassed = 'Passed';
/** Marks a module that is complete, but whose check is not passed. */
export const checkOpen = 'Check open';
export const checksPassed = (passed: number, modules: number) => `${passed} of ${modules} checks passed`;
export const checksLeftTitle = 'All lessons done. Now pass the checks';
export const checksLeft = (checks: number) =>
	plural(checks, {
		one: 'Your certificate comes when you pass one more check:',
		other: 'Your certificate comes when you pass # more checks:',
	});
export const modulesDone = (done: number, modules: number) => `${done} of ${modules} modules complete`;
export const progressIn = (title: string) => `Progress in ${title}`;
export const certificate = 'Your certificate';
export const finishedTitle = (title: string) => `Congratulations, you've completed ${title}!`;
export const certificatePending = "We'll create your certificate as soon as your progress syncs.";
export const certificateReady = 'Your certificate is ready to share.';
export const seeCertificate = 'View certificate';
export const neighbours = 'Previous and next module';
export const loadFailed = "We couldn't open this lesson";
export const videoOffline = "You're offline.";
export const videoOfflineHint = 'The video plays when you are online. You can still read the lesson.';
export const videoFailedHint = 'We know about it. You can still read the lesson.';
export const loading = 'Loading lesson';
export const noSuchModule = 'This module does not exist';
export const noSuchModuleTitle = 'Module not found';
export const seeCourse = 'View course';
export const noSuchModuleHint = 'The link may be incomplete.';
export const courseLoadFailed = "We couldn't open this course";
export const logInTitle = 'Log in to continue learning';
export const learnersOnlyTitle = 'This lesson is for learners';
export const logInHint = (title: string) =>
	`Log in to open the lessons of ${title}. Not enrolled yet? See what you'll learn.`;
export const learnersOnlyHint = (title: string) => `Enroll in ${title}. Lessons open when we confirm your payment.`;
export const previewEndTitle = 'You read the first lesson';
export const previewEndHint = (modules: number, title: string) =>
	`Start the course to open all ${modules} modules of ${title}.`;
/** Read out after the title of a module that only learners can open. */
export const moduleLocked = ', for learners';
export const liveQuestion = (course: string, module: number, title: string) =>
	`Hello, I'm taking ${course}. When is module ${module}, "${title}", taught live?`;
export const liveTitle = 'This module is taught live';
export const liveHint = 'Your teacher takes you through it. Ask for the next date, and tick it here after the class.';
export const askOnWhatsapp = 'Ask on WhatsApp';
export const allModules = (modules: number) => `All ${modules} modules`;
export const moduleOf = (module: number, modules: number) => `Module ${module} of ${modules}`;
export const ticksWaiting = (ticks: number) =>
	plural(ticks, {
		one: '# completed module will sync when you are online.',
		other: '# completed modules will sync when you are online.',
	});
/** Stands before a module's title. */
export const moduleNumber = (module: number) => `Module ${module}:`;
/** Read out after the title of a module that is done. */
export const moduleDone = ', complete';
/** What a module holds. */
export const kinds = { video: 'video', text: 'text', live: 'live' };
