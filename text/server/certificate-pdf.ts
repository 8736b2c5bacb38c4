// What a certificate says on paper.
export const namelessLearner = (address: string) => `The learner named at ${address}`;
export const documentTitle = (courseTitle: string, name: string) =>
	`Certificate of completion: ${courseTitle}, ${name}`;
export const heading = 'CERTIFICATE OF COMPLETION';
export const certifies = 'This certifies that';
export const completedModules = (modules: number) => `has completed all ${modules} modules of the course`;
export const passedChecks = 'and has passed the check of each module';
export const dateLabel = 'Date of completion';
export const dates = (first: string, last: string) => (first === last ? last : `${first} – ${last}`);
export const datesLabel = 'Start and completion';
export const codeLabel = 'Certificate code';
export const checkHint = (address: string) => `Verify it at ${address}`;
