// Who teaches the courses, and what their learners can do afterwards.

export const team = (brand: string) => ({
	name: `The ${brand} team`,
	about: `We build and run ${brand}. We wrote this course, and we teach its live classes.`,
});
export const webHackingOutcomes = [
	'Find the common flaws in a website, step by step, with Burp Suite',
	'Prove a flaw in your own lab without harm to anyone',
	'Fix the flaw in the code and test that it is gone',
	'Write a report that a developer can act on',
	'Know what the law allows, and get written consent first',
];
export const pythonOutcomes = [
	'Write Python from zero, with tests',
	'Build your own port scanner and read network packets with Scapy',
	'Search logs and files for signs of an attack',
	'Check how strong passwords are, and store them well',
	'Show a security tool of your own at a job interview',
];
export const javascriptOutcomes = [
	'Build web pages that react, with plain JavaScript and with React',
	'Load data from an API and deal with slow networks',
	'Find mistakes with the developer tools and with tests',
	'Add types with TypeScript',
	'Publish your own web app and send its link to an employer',
];
export const laravelOutcomes = [
	'Build a full web app with PHP and Laravel, from an empty folder to customers',
	'Keep data safe with logins and permissions',
	'Take payments in Naira with Paystack and count each one once',
	'Send mail and do slow work in the background',
	'Put your app on a Linux server, with backups',
];
