// What a lesson says.
export const edit = 'Edit this module';
export const untick = 'Untick';
export const markAsDone = 'Mark as done';
export const done = 'Done. Well learned!';
export const modulesDone = (done: number, modules: number) => `${done} of ${modules} modules done`;
export const progressIn = (title: string) => `Progress in ${title}`;
export const certificate = 'Your certificate';
export const finishedTitle = (title: string) => `Congratulations, you have finished ${title}!`;
export const certificatePending = 'Your certificate is made as soon as the last tick has reached us.';
export const certificateReady = 'Your certificate is ready to be shown to anyone.';
export const seeCertificate = 'See your certificate';
export const neighbours = 'Previous and next module';
export const loadFailed = 'The lesson could not be opened';
export const videoOffline = 'The video needs a network.';
export const videoOfflineHint = 'It plays here once you are online. The rest of the lesson is here.';
export const videoFailedHint = 'We know of it. The rest of the lesson is here.';
export const loading = 'Loading the lesson';
export const noSuchModule = 'This course has no such module';
export const noSuchModuleTitle = 'No such module';
export const seeCourse = 'See the course';
export const noSuchModuleHint = 'The link may have been cut short.';
export const courseLoadFailed = 'The course could not be opened';
export const logInTitle = 'Log in to go on learning';
export const learnersOnlyTitle = 'This lesson is for learners';
export const logInHint = (title: string) =>
	`The lessons of ${title} open for its learners. Not one yet? See what you would learn.`;
export const learnersOnlyHint = (title: string) =>
	`Enroll in ${title} and its lessons open as soon as your payment is confirmed.`;
export const liveQuestion = (course: string, module: number, title: string) =>
	`Hello, I am learning ${course}. When is module ${module}, "${title}", taught live?`;
export const liveTitle = 'This module is taught live';
export const liveHint =
	'Your teacher goes through it with you. Ask for the next date, then tick it here once you have been there.';
export const askOnWhatsapp = 'Ask on WhatsApp';
export const allModules = (modules: number) => `All ${modules} modules`;
export const moduleOf = (module: number, modules: number) => `Module ${module} of ${modules}`;
export const ticksWaiting = (ticks: number) =>
	`${ticks === 1 ? '1 tick waits' : `${ticks} ticks wait`} on this device for the network.`;
/** Read out before a module's title. */
export const moduleNumber = (module: number) => `Module ${module}:`;
/** Read out after the title of a module that is done. */
export const moduleDone = ', done';
/** What a module holds. */
export const kinds = { video: 'video', text: 'text', live: 'live' };
