// What a certificate and the pages that check one say.
export const code = 'Code of the certificate';
export const check = 'Check the certificate';
export const checkTitle = 'Check a certificate';
export const checkDescription =
	'Enter the code of a certificate and see whom it was given to, for which course and when.';
export const checkHint = 'The code stands at the foot of every certificate. It tells whose it is.';
export const notFoundTitle = 'No such certificate';
export const shareDescription = (brand: string, name: string, course: string) =>
	`${brand} confirms that ${name} has finished the course ${course}.`;
export const downloadPdf = 'Download PDF';
export const notFound = 'No certificate has this code';
export const sheetTitle = 'Certificate of completion';
export const finishedCourse = 'has finished the course';
export const sheetCode = 'Code';
export const checkAt = 'Check it at';
export const codeUnknown =
	'We have given out no certificate with the code <code/>. Compare it with the paper, letter by letter.';
export const completedOn = 'on <day/>';
export const genuine = (brand: string) => `This certificate is genuine. ${brand} gave it out.`;
export const shareTitle = (name: string, course: string) => `${name}: ${course}`;
