import * as courseContentText from '../../text/shared/course-content.ts';

/** Course of the fixed catalogue (specification, section 3). */
export interface Course {
	id: string;
	title: string;
	/** Description of the course in one or two sentences, for its card. */
	description: string;
	duration: string;
	/** Price as in the specification, such as 'NGN 70000'. Only `coursePriceKobo` parses it. */
	price: string;
	/** Level of the course; empty if the course has none. */
	level: string;
	/** CSS class of the course's banner. */
	gradient: string;
	icon: CourseIcon;
	category: string;
	/** Description for the course's page: paragraphs separated by blank lines. */
	fullDescription: string;
	modules: readonly string[];
	/** Returns who teaches the course, given the name of the market. */
	teacher: (brand: string) => CourseTeacher;
	/** What learners can do after the course: three to five phrases that begin with a verb. */
	outcomes: readonly string[];
	/** Learner's progress in percent; omitted if unknown. */
	progress?: number;
}

export interface CourseTeacher {
	name: string;
	about: string;
}

export type CourseIcon = 'shield' | 'terminal' | 'code' | 'layers';

/** Number of the module that everyone can read for free in each course. */
export const previewModule = 1;

/** Filter option that shows every course. */
export const allCoursesOption = 'All Courses';

export const courses: readonly Course[] = [
	{
		id: 'web-hacking-essentials',
		title: 'Web Hacking Essentials',
		description:
			'Learn to find the flaws that break real websites, prove them without doing harm, and report them so well that they get fixed and you get paid.',
		duration: '3 month',
		price: 'NGN 70000',
		level: '',
		gradient: 'course-ember',
		icon: 'shield',
		category: 'Web Pentesting',
		fullDescription: joinParagraphs(
			"Every week a shop, a school portal or a bank's web page is broken into through a mistake that someone could have found first. In this course you learn to be that someone. You take web applications apart the way professional testers do: you read their traffic, question every assumption their builders made, and show calmly and clearly what an attacker could do.",
			"We begin with the law, because it decides whether the same keystrokes are a career or a crime. You learn what Nigeria's Cybercrimes Act says about access without permission, what written consent and a scope must contain, and how bug bounty programmes protect those who keep their rules. Everything you attack in this course is yours: practice applications that run in a lab on your own computer.",
			"From there each module takes one family of flaws, and you find it, exploit it in the lab, fix it in the code and test that the fix holds. You work with Burp Suite, the browser's developer tools and the OWASP guides that the industry works by. The last module turns findings into a report that a developer can act on and a manager can understand, which is what clients pay for.",
			'You need a computer with 8 GB of memory, a browser and patience. Knowing a little HTML helps; knowing how to program is not required. Whoever completes all modules and passes the check of each receives a certificate that an employer can verify.',
		),
		modules: [
			'Law, consent and the rules of an engagement',
			'How the web works: HTTP, cookies, sessions and origins',
			'Your lab: Burp Suite, practice targets and careful notes',
			'Mapping an application: reconnaissance and attack surface',
			'Logins, sessions and access control: where most sites break',
			'Injection: SQL, commands and templates',
			'Attacks through browser and server: XSS, CSRF, uploads and SSRF',
			'The report: severity, proof, fixes and responsible disclosure',
		],
		teacher: courseContentText.team,
		outcomes: courseContentText.webHackingOutcomes,
	},
	{
		id: 'python-hacking-cybersec',
		title: 'Python for Hacking and Cybersecurity',
		description:
			'Start with no code at all and end by building your own security tools: scanners, packet readers, password checkers and watchful scripts, used lawfully.',
		duration: '3 months',
		price: 'NGN 100000',
		level: 'Beginner to Hacking with python',
		gradient: 'course-night',
		icon: 'terminal',
		category: 'Cybersecurity & Ethical Hacking',
		fullDescription: joinParagraphs(
			'Python is the language in which security people think. It reads a million lines of a log before your tea is cool, speaks to any machine on a network, and turns an idea into a tool in an afternoon. This course teaches it from the very first line, and every exercise comes from security work, so that you never wonder what a loop is good for.',
			'The first half makes you a programmer: values and decisions, functions, files, errors, and the regular expressions and formats in which machines write. The second half puts it to work: sockets and a port scanner of your own, conversations with web servers, packets with Scapy, hashes and passwords, and then the other side of the table, where your scripts watch logs and files and raise the alarm.',
			'A tool that finds open doors can be misused, so consent comes first and stays with us. You learn what the law allows, how permission is asked for and written down, and how to keep a scan from harming the network it looks at. You practise only on machines of your own, in a lab that you build in the first module.',
			'You need a computer with 8 GB of memory and no earlier experience. You finish with a project of your own, tested and documented, that you can show in an interview, and with a certificate once all modules are done and their checks passed.',
		),
		modules: [
			'Law, consent and your lab: Python, Linux and virtual machines',
			'Python from zero: values, decisions and loops',
			'Functions, lists, dictionaries and files',
			'Errors, modules, packages and virtual environments',
			'Reading what machines write: regular expressions, JSON and logs',
			'Networks from the inside: TCP/IP, DNS and sockets',
			'Your own port scanner, fast and polite',
			'Talking to the web: requests, sessions and scraping with permission',
			'Packets with Scapy: capture, read and craft on your own network',
			'Passwords and cryptography: hashes, cracking your own, storing them well',
			'Defending with Python: hunting in logs, watching files, raising alarms',
			'Final project: a security tool with tests, documentation and a report',
		],
		teacher: courseContentText.team,
		outcomes: courseContentText.pythonOutcomes,
	},
	{
		id: 'javascript-complete-guide',
		title: 'JavaScript: The Complete Guide',
		description:
			'From your very first line to a finished, published web application: the language in depth, the browser, APIs, TypeScript, tests and React.',
		duration: '5 months',
		price: 'NGN 170000',
		level: 'Beginner to Advanced',
		gradient: 'course-sun',
		icon: 'code',
		category: 'Frontend',
		fullDescription: joinParagraphs(
			'JavaScript runs in every browser on earth, and whoever knows it well is never short of work. Many courses teach the tricks of one framework; when it goes out of fashion, the learner starts again. This one teaches the language itself first, thoroughly and in the right order, so that any framework is something you pick up in a week.',
			"You begin by typing into the browser's console and see results within minutes. Then come the foundations that everything stands on: values, functions, arrays and objects, practised until they are second nature. After that you make pages come alive: reading and changing the document, forms that help people instead of scolding them, and debugging with the developer tools instead of by guessing.",
			'The second half is how teams work today. You load data from APIs and deal honestly with slow and broken networks, keep an application useful without a connection, understand closures, prototypes and classes for good, add types with TypeScript, write tests that catch mistakes before your users do, and build interfaces from components with React.',
			'The last module is yours: an application of your own choice, designed, built, made secure and fast on an ordinary phone, and published at an address that you can send to an employer. You need any computer, a browser and some hours each week for five months. No earlier experience is asked for.',
		),
		modules: [
			'Your first line: the browser, the editor and the console',
			'Values, variables and operators',
			'Decisions and loops',
			'Functions and scope',
			'Strings, numbers and dates',
			'Arrays and the methods you will use every day',
			'Objects, destructuring and JSON',
			'The DOM: reading and changing a page',
			'Events, forms and validation',
			'Errors, and debugging with the developer tools',
			'Modules, npm and a modern build with Vite',
			'Promises, async and await',
			'Working with APIs: fetch, loading states and failures',
			'Keeping data in the browser: storage, addresses and offline use',
			'Closures, prototypes, classes and this',
			'TypeScript and automated tests',
			'Components and state: React from the ground up',
			'Final project: build, secure, measure and publish an application',
		],
		teacher: courseContentText.team,
		outcomes: courseContentText.javascriptOutcomes,
	},
	{
		id: 'laravel-complete-course',
		title: 'Laravel: The Complete Course',
		description:
			'Build complete web applications with PHP and Laravel: data, logins, payments, APIs and tests, and put them on a server where customers can use them.',
		duration: '3 month',
		price: 'NGN 90000',
		level: '',
		gradient: 'course-clay',
		icon: 'layers',
		category: 'Full Stack',
		fullDescription: joinParagraphs(
			'Businesses do not pay for code, they pay for something that works on Monday morning: customers log in, orders arrive, payments are confirmed, mails go out. Laravel gives one developer everything that is needed to build that, and it is asked for in job offers from Lagos to London. In this course you build one real application from the first module to the last, and it grows with everything you learn.',
			"You start with the parts of modern PHP that matter and a working environment, then take the path that every request takes: routes, controllers, views, and a database modelled well with migrations and Eloquent. Forms are validated, files are stored safely, and logins and permissions are built so that one customer can never see another's data.",
			'Then your application meets the world. It offers an API to a mobile app, sends mail and does slow work in queues, and takes payments in Naira through Paystack, with webhooks that are verified and never counted twice. You write tests as you go, and in the last module you publish it on a Linux server with HTTPS, backups and monitoring.',
			'You should know a little HTML and have programmed before, in any language. You finish with a running application, its code on GitHub, and a certificate once all modules are done and their checks passed.',
		),
		modules: [
			'Modern PHP and your workshop: Composer, Artisan and Git',
			'Routes, controllers and Blade views',
			'Data that lasts: migrations, Eloquent and relationships',
			'Forms, validation and file uploads',
			'Logins, permissions and what Laravel protects you from',
			'APIs for mobile and front end, with tokens and versions',
			'Mail, queues, schedules and payments with Paystack',
			'Tests, deployment, backups and monitoring',
		],
		teacher: courseContentText.team,
		outcomes: courseContentText.laravelOutcomes,
	},
];

function joinParagraphs(...texts: string[]): string {
	return texts.join('\n\n');
}

/** Finds a course. Returns null for an unknown id. */
export function findCourse(id: string): Course | null {
	return courses.find((course) => course.id === id) ?? null;
}

export function coursePriceKobo(course: Course): number {
	return Number(course.price.replace('NGN', '')) * 100;
}

/** Lists the distinct categories of courses, in catalogue order. */
export function listCourseCategories(): string[] {
	return [...new Set(courses.map((course) => course.category))];
}
