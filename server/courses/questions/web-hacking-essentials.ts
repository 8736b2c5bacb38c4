import type { CourseQuestions } from './question.ts';

export const questions: CourseQuestions = [
	// Law, consent and the rules of an engagement
	[
		{
			question:
				'A cashier writes you a note: "You may test our shop\'s website." What does the note lack first of all?',
			options: [
				'A signer who may decide this for the shop',
				'A promise to pay you for what you find',
				'A stamp that the police put on the note',
			],
			answer: 0,
			why: 'Consent protects you only if it comes from someone who has the right to give it.',
		},
		{
			question: 'Somebody has entered a system. According to the lesson, what do laws like the Cybercrimes Act ask?',
			options: [
				'Whether anything in it was broken',
				'Whether the person meant to do harm',
				'Whether the person was authorised',
			],
			answer: 2,
			why: 'These laws look at permission, so good intentions and careful hands do not help.',
		},
		{
			question:
				'Your written consent names shop.example only. You find a page on pay.shop.example that looks weak. What now?',
			options: [
				'Test it, as it belongs to the same owner',
				'Leave it alone and ask, as it is out of scope',
				'Test it, as long as you only read and change nothing',
			],
			answer: 1,
			why: 'Everything that the consent does not name is out of scope, even if the owner is the same.',
		},
		{
			question:
				'In an allowed test you come upon the addresses of real customers. What do the rules of this course say?',
			options: [
				'Stop, say so, and delete your copy',
				'Save the list as proof for the report',
				'Write to the customers and warn them',
			],
			answer: 0,
			why: "The least that proves the point is enough, and other people's data must not stay with you.",
		},
	],
	// How the web works: HTTP, cookies, sessions and origins
	[
		{
			question: 'HTTP forgets you after each request. How does a shop still know that you are logged in?',
			options: [
				'Your browser sends a session cookie each time',
				"The server remembers your computer's network address",
				'The connection stays open until you log out',
			],
			answer: 0,
			why: "The cookie carries the session's id, and the server looks up who belongs to it.",
		},
		{
			question: 'Which two addresses have the same origin?',
			options: [
				'http://a.example/cart and https://a.example/cart',
				'https://a.example/cart and https://b.a.example/cart',
				'https://a.example/cart and https://a.example/pay',
			],
			answer: 2,
			why: 'An origin is scheme, host and port together, and the path plays no part in it.',
		},
		{
			question: 'What does the HttpOnly flag keep from happening to a cookie?',
			options: [
				'That it travels without encryption',
				'That scripts in the page read it',
				'That it is sent to another path',
			],
			answer: 1,
			why: 'HttpOnly hides the cookie from scripts, while the flag Secure is about HTTPS.',
		},
		{
			question:
				'A script on a.example sends a plain GET request to b.example with fetch. The server of b.example sends no CORS headers. What happens?',
			options: [
				'The browser stops the request before it leaves the computer',
				"The request goes out, but the script can't read the answer",
				'The script can read the answer, but not the cookies in it',
			],
			answer: 1,
			why: 'The same-origin rule guards the answer, so a plain request still gets to the server.',
		},
	],
	// Your lab: Burp Suite, practice targets and careful notes
	[
		{
			question: "Why does a browser need Burp's own CA certificate before you test an HTTPS site in your lab?",
			options: [
				'So that the site trusts Burp and lets its requests pass',
				'So that it trusts Burp, which opens the encrypted traffic',
				'So that nobody else on your own network can see the traffic',
			],
			answer: 1,
			why: 'Burp stands in the middle with a certificate of its own, and the browser must accept it.',
		},
		{
			question:
				'You want to change one value in a request by hand, send it and read the answer, many times over. Which Burp tool is made for it?',
			options: ['Sequencer', 'Decoder', 'Repeater'],
			answer: 2,
			why: 'Repeater sends one request as often as you like and shows each answer beside it.',
		},
		{
			question: 'Why should a practice target be reachable from your own computer only?',
			options: [
				'It is full of holes that strangers could use',
				'It is too slow to be used over a real network',
				'It may only be used by one person by law',
			],
			answer: 0,
			why: 'A target is made to be broken into, so on an open network it is a way in for others.',
		},
		{
			question: 'Which note lets a developer repeat your finding a month later?',
			options: [
				'The name of the flaw and a link to a page that explains it',
				'A picture of the page after the attack had worked',
				'The exact request, the answer and the account used',
			],
			answer: 2,
			why: 'Only the full request and its setting can be sent again and give the same result.',
		},
	],
	// Mapping an application: reconnaissance and attack surface
	[
		{
			question: 'Which of these is passive reconnaissance?',
			options: [
				"Reading public records about the target's domains",
				"Scanning the target's ports with long pauses",
				"Trying the target's login with common names",
			],
			answer: 0,
			why: "Passive work uses other sources and sends nothing to the target's own systems.",
		},
		{
			question: 'The robots.txt of your target says "Disallow: /old-admin". What does it tell a tester?',
			options: [
				'The server refuses all visitors who open this path',
				'The path is out of scope in every test of this website',
				'Such a path may exist, and the line protects nothing',
			],
			answer: 2,
			why: 'The file only asks robots to stay away, so anyone can still open the path.',
		},
		{
			question: 'What do the public logs of certificates show that helps you map an application?',
			options: [
				'Names of hosts that somebody got certificates for',
				'Versions of the programs that run on these hosts',
				'Flaws that other testers have found on these hosts',
			],
			answer: 0,
			why: 'Each public certificate is logged with its host names, and some of these hosts are long forgotten.',
		},
		{
			question: 'An order form holds a hidden field: price = 4500. What does it mean for your map?',
			options: [
				'The browser locks it, so it is safe from visitors',
				'A visitor can change it, so it counts as an input',
				'The server made it, so it needs no test of its own',
			],
			answer: 1,
			why: 'Hidden fields are only out of sight, and every value that the browser sends can be changed.',
		},
	],
	// Logins, sessions and access control: where most sites break
	[
		{
			question: "You are logged in and change /orders/7 to /orders/8. You see a stranger's order. Which fix is right?",
			options: [
				'Give orders long numbers that look random',
				'Show the link to the order to its owner only',
				'Check on the server who owns the order',
			],
			answer: 2,
			why: 'Without a check of the owner, whoever learns a number or an address can still read the order.',
		},
		{
			question: 'Why should a site make a new session id when somebody logs in?',
			options: [
				'So that two people cannot log in at the same moment',
				'So that an id known from before the login is worthless',
				'So that the password need not be stored in the cookie',
			],
			answer: 1,
			why: 'An attacker who planted an old id in the browser would otherwise share the login.',
		},
		{
			question:
				'A login page says "No such user" for some names and "Wrong password" for others. What does it give away?',
			options: ['How long passwords are', 'Which accounts exist', 'Which passwords are weak'],
			answer: 1,
			why: 'The two messages let anyone sort a list of names into known and unknown ones.',
		},
		{
			question: 'Only administrators see the button "Delete user". What must you still test?',
			options: [
				'Whether the server takes the same request from a normal user',
				"Whether the page's code shows the button to a normal user",
				'Whether the button works in the same way in every browser',
			],
			answer: 0,
			why: 'A hidden button is no access control, because the request can be sent without it.',
		},
	],
	// Injection: SQL, commands and templates
	[
		{
			question: 'Which change ends SQL injection in a search field at its root?',
			options: [
				'Removing all quotes from the search text first',
				'Passing the search text as a bound parameter',
				"Hiding the database's errors from all visitors",
			],
			answer: 1,
			why: 'A bound value is never read as SQL, whatever signs it contains.',
		},
		{
			question:
				"In your lab, a search for O'Brien gives a server error. A search for O''Brien works. What does this suggest?",
			options: [
				'The page cannot show quotes in its results',
				'The database has nobody with this name',
				'The text becomes part of the SQL statement',
			],
			answer: 2,
			why: 'One quote broke the statement and two quotes mended it, so the input is read as SQL.',
		},
		{
			question:
				'A lab page puts your text into a shell command: ping -c 1 TEXT. Which text tests for command injection?',
			options: ['127.0.0.1; id', "127.0.0.1' OR '1'='1", '{{7*7}}'],
			answer: 0,
			why: 'The semicolon ends the first command, so the shell runs a second one.',
		},
		{
			question: 'You enter {{7*7}} as your name, and the server answers "Hello 49". What has happened?',
			options: [
				'Your browser ran your text as JavaScript',
				'The database ran your text as a query',
				"The server's template engine ran your text",
			],
			answer: 2,
			why: 'The page left the server with 49 in it, so the server read your text as a template.',
		},
	],
	// Attacks through browser and server: XSS, CSRF, uploads and SSRF
	[
		{
			question: "Readers' comments are shown on a page. What stops XSS there?",
			options: [
				'Encoding each comment for HTML when it is shown',
				'Deleting the word "script" before a comment is stored',
				'Encrypting each comment when it is stored',
			],
			answer: 0,
			why: 'Encoded signs are shown as text, while filters for single words are easy to get around.',
		},
		{
			question: 'What does a CSRF attack make use of?',
			options: [
				'The page shows texts of users without encoding them',
				'The browser adds cookies to requests from other sites',
				'The server fetches any address that a user types in',
			],
			answer: 1,
			why: "The forged request counts as the user's own, because the user's cookie comes with it.",
		},
		{
			question: 'A shop lets sellers upload pictures. What best keeps an uploaded file from running as code?',
			options: [
				'Storing it where the server never runs files',
				'Checking the type that the browser sends with it',
				'Checking its name with a script in the page',
			],
			answer: 0,
			why: 'Names and types come from the sender and can lie, but a plain store runs nothing.',
		},
		{
			question: 'A lab page fetches a picture from an address that you type. Which address tests for SSRF?',
			options: [
				'One that has a script tag in it',
				'One that leads to a very big file',
				'One that only the server can reach',
			],
			answer: 2,
			why: 'In SSRF the server makes the request, so it can reach inner systems that you cannot.',
		},
	],
	// The report: severity, proof, fixes and responsible disclosure
	[
		{
			question: 'What decides how severe a finding is?',
			options: [
				'How long it took to find, and how clever the attack is',
				'How likely misuse is, and how much harm it does',
				'How new the flaw is, and how few people know it',
			],
			answer: 1,
			why: 'Severity tells the client how big the risk is, and risk joins chance and harm.',
		},
		{
			question: "A developer reads your report and can't make the flaw appear. What did the report most likely lack?",
			options: [
				'A score of severity with all of its parts',
				'Exact steps from a fresh start to the result',
				'A summary for managers on the first page',
			],
			answer: 1,
			why: 'A developer must be able to follow your way step by step and see the same result.',
		},
		{
			question: 'You have found a flaw in a product. What is the first step of responsible disclosure?',
			options: [
				'Publish it at once, so that users are warned',
				'Keep it secret until someone else has found it',
				'Report it to the owner, and give time for a fix',
			],
			answer: 2,
			why: 'Users are safest when the fix is there before the details are known to attackers.',
		},
		{
			question: 'The developer says that your XSS finding is fixed. What is a sound retest?',
			options: [
				'Try your proof again, and then variants of it',
				'Try your proof again, exactly as you did it before',
				'Read the changed code, and trust what it says',
			],
			answer: 0,
			why: 'A fix may stop one input only, so variants show whether the cause is gone.',
		},
	],
];
