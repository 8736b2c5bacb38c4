// What a certificate and the pages that check one say.
export const code = 'Certificate code';
export const check = 'Verify';
export const checkTitle = 'Verify a certificate';
export const checkDescription = 'Enter a certificate code to see the name, the course and the date.';
export const checkHint = 'You find the code at the bottom of the certificate.';
export const notFoundTitle = 'Certificate not found';
export const shareDescription = (brand: string, name: string, course: string) =>
	`${brand} confirms that ${name} has completed the course ${course}.`;
export const downloadPdf = 'Download PDF';
export const notFound = 'No certificate has this code';
export const sheetTitle = 'Certificate of completion';
export const finishedCourse = 'has completed the course';
export const sheetCode = 'Code';
export const checkAt = 'Verify it at';
export const codeUnknown =
	"We haven't issued a certificate with the code <code/>. Check each letter of the code again.";
const allLessons = (lessons: number | undefined) => (lessons === undefined ? 'all lessons' : `all ${lessons} lessons`);
export const doneOn = (lessons?: number) => `and done ${allLessons(lessons)} on <last/>`;
export const doneBetween = (lessons?: number) => `and done ${allLessons(lessons)} between <first/> and <last/>`;
/** Ends the sentence of `doneOn` or `doneBetween`. */
export const passedChecks = ', and passed the check of each';
export const genuine = (brand: string) => `This certificate is genuine. Issued by ${brand}.`;
export const shareTitle = (name: string, course: string) => `${name}: ${course}`;
