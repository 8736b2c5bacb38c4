import type { CourseQuestions } from './question.ts';

export const questions: CourseQuestions = [
	// Your first line: the browser, the editor and the console
	[
		{
			question: "What does the console show for 'Rice: NGN ' + 2500 * 12?",
			options: ["'Rice: NGN 250012'", 'NaN, an invalid number', "'Rice: NGN 30000'"],
			answer: 2,
			why: 'The multiplication comes first, and then + joins the text and the result.',
		},
		{
			question: "In the lesson's page, the script tag stands below the h1. Why does this order matter?",
			options: [
				'The h1 keeps its large size only if it comes first',
				'The browser reads all scripts from below',
				'The script can find the h1 only once it is there',
			],
			answer: 2,
			why: 'A plain script runs where it stands, and elements below it do not exist yet.',
		},
		{
			question: "hour is 14. What does hour < 12 ? 'Good morning' : 'Good day' give?",
			options: ["'Good morning'", "'Good day'", 'false'],
			answer: 1,
			why: 'The condition is false, so the value after the colon is taken.',
		},
		{
			question: 'Why does the lesson move your program from the console into a file?',
			options: [
				'What you type in the console is lost later',
				'The console runs only one line at a time',
				"The console can't change the page you see",
			],
			answer: 0,
			why: 'Closing the console loses your lines, while a file runs each time the page opens.',
		},
	],
	// Values, variables and operators
	[
		{
			question: "const user = { name: 'Ada' }; and then user.name = 'Bola'; What happens?",
			options: [
				'The browser stops with an error, because user is constant',
				"The name is 'Bola', as const fixes only the variable",
				"The name stays 'Ada', and no error is shown at all",
			],
			answer: 1,
			why: 'const ties the name user to one object, but what is in the object may change.',
		},
		{
			question: "What do '5' + 3 and '5' - 3 give?",
			options: ["'53' and 2", '8 and 2', "'53' and NaN"],
			answer: 0,
			why: 'With a text, + joins, while - turns both sides into numbers.',
		},
		{
			question: 'In JavaScript 0.1 + 0.2 is not exactly 0.3. How do you keep sums of money exact?',
			options: [
				'Compare with == and not with ===',
				'Declare all prices with const',
				'Count in kobo, with whole numbers',
			],
			answer: 2,
			why: 'Whole numbers of this size are stored exactly, and fractions often are not.',
		},
		{
			question: 'count is 0. What do count || 10 and count ?? 10 give?',
			options: ['10 and 0', '0 and 10', '10 and 10'],
			answer: 0,
			why: '0 counts as false, so || takes the 10, but ?? takes it only for null or undefined.',
		},
	],
	// Decisions and loops
	[
		{
			question: 'Which of these values counts as true in an if?',
			options: ['The number 0', "The text ''", "The text '0'"],
			answer: 2,
			why: "Every text that is not empty counts as true, even the text '0'.",
		},
		{
			question: 'Which values has i inside for (let i = 0; i < 3; i++) { … }?',
			options: ['0, 1, 2', '1, 2, 3', '0, 1, 2, 3'],
			answer: 0,
			why: 'The loop starts with 0 and ends as soon as i < 3 is false.',
		},
		{
			question:
				'One case in a switch ends without break, and another case follows. What happens when the first one matches?',
			options: [
				'The switch ends there, as if a break stood there',
				'The code of the other case runs as well',
				'The browser reports an error and stops',
			],
			answer: 1,
			why: 'A matching case only marks where to begin, and break marks where to end.',
		},
		{
			question: 'let n = 3; while (n > 0) { console.log(n); } What does this code do?',
			options: ['It prints 3, 2 and 1', 'It prints 3 without end', 'It prints 3 one time'],
			answer: 1,
			why: 'Nothing in the loop changes n, so the condition stays true.',
		},
	],
	// Functions and scope
	[
		{
			question: 'function double(n) { n * 2; } What does double(4) give?',
			options: ['8', 'undefined', '4'],
			answer: 1,
			why: 'Without return the function works out the value and throws it away.',
		},
		{
			question: 'if (true) { let x = 1; } and on the next line console.log(x); What happens?',
			options: [
				'It prints 1, because an if makes no scope',
				'It prints undefined, because x was cleared',
				'An error, as x exists only in the block',
			],
			answer: 2,
			why: 'let makes a variable that lives only inside the brackets around it.',
		},
		{
			question: "What is wrong with button.addEventListener('click', save())?",
			options: [
				'save runs two times at every click',
				'save runs at the click, but gets no event',
				'save runs at once and not at the click',
			],
			answer: 2,
			why: 'The brackets call save right away, and the listener gets only its result.',
		},
		{
			question: 'const add = (a, b = 2) => a + b; What does add(3, undefined) give?',
			options: ['5', 'NaN', '3'],
			answer: 0,
			why: 'A default value is used when the value is missing or undefined.',
		},
	],
	// Strings, numbers and dates
	[
		{
			question: "let s = 'kano'; s.toUpperCase(); What is s now?",
			options: ["'kano'", "'KANO'", 'undefined'],
			answer: 0,
			why: 'Strings never change, so the method gives a new text that nobody has kept.',
		},
		{
			question: 'Which month does new Date(2026, 1, 10) mean?',
			options: ['January', 'February', 'March'],
			answer: 1,
			why: 'In this form months are counted from 0, so 1 is the second month.',
		},
		{
			question: "What does parseInt('70,000') give?",
			options: ['70000', 'NaN', '70'],
			answer: 2,
			why: 'parseInt reads up to the first sign that is no digit, and here that is the comma.',
		},
		{
			question: 'How do you find out whether the value x is NaN?',
			options: ['Number.isNaN(x)', 'x === NaN', "typeof x === 'NaN'"],
			answer: 0,
			why: "NaN is not equal to itself, and typeof calls it a 'number'.",
		},
	],
	// Arrays and the methods you will use every day
	[
		{
			question: 'What does [1, 2, 3].map((n) => n > 1) give?',
			options: ['[undefined, 2, 3]', '[false, true, true]', '[2, 3]'],
			answer: 1,
			why: 'map gives one result for each item, and filter would have picked items.',
		},
		{
			question: 'What does [10, 9, 1].sort() give?',
			options: ['[1, 10, 9]', '[1, 9, 10]', '[10, 9, 1]'],
			answer: 0,
			why: 'Without a function to compare, sort orders the items as texts.',
		},
		{
			question: 'What does the array method find give when no item fits?',
			options: ['null', 'undefined', '-1'],
			answer: 1,
			why: 'find gives the item itself, and for none it gives undefined.',
		},
		{
			question: 'const b = [...a]; where a holds objects. Then b[0].price = 5; What about a[0].price?',
			options: [
				'It is as before, as b is a full copy',
				'It is undefined, as the object moved to b',
				'It is 5 too, as both hold the same object',
			],
			answer: 2,
			why: 'The spread copies the list, but both lists point to the same objects.',
		},
	],
	// Objects, destructuring and JSON
	[
		{
			question: "const { name: title } = { name: 'Rice' }; Which variable does this line make?",
			options: ["name, with the value 'Rice'", "title, with the value 'name'", "title, with the value 'Rice'"],
			answer: 2,
			why: 'The part after the colon is the new name, and it gets the value of the part before.',
		},
		{
			question: 'What does JSON.stringify({ a: undefined, b: 1 }) give?',
			options: ['{"a":null,"b":1}', '{"a":"undefined","b":1}', '{"b":1}'],
			answer: 2,
			why: 'JSON has no undefined, so such properties of an object are left out.',
		},
		{
			question: 'user has no address. What does user.address?.city give?',
			options: ['undefined', 'null', 'An error'],
			answer: 0,
			why: 'With ?. the code stops at a missing value and gives undefined, not an error.',
		},
		{
			question: 'base is { price: 9 }. What is { price: 5, ...base }?',
			options: ['{ price: 5 }', '{ price: 9 }', '{ price: [5, 9] }'],
			answer: 1,
			why: 'What stands later wins, so the price of base replaces the 5.',
		},
	],
	// The DOM: reading and changing a page
	[
		{
			question: "Why do you show a visitor's name with textContent and not with innerHTML?",
			options: [
				'Tags in the name are shown as plain text',
				'Tags in the name are removed before it is shown',
				'Tags in the name are checked and only safe ones stay',
			],
			answer: 0,
			why: 'textContent never reads its text as HTML, so code in the name cannot run.',
		},
		{
			question: "The page has no element with the id total. What does document.querySelector('#total') give?",
			options: ['An error', 'null', 'An empty list'],
			answer: 1,
			why: 'querySelector gives null for no match, and only using that null fails.',
		},
		{
			question: 'A list item has data-price="500". What does item.dataset.price + 1 give?',
			options: ["'5001'", '501', 'NaN'],
			answer: 0,
			why: 'Values in dataset are texts, so + joins them.',
		},
		{
			question:
				'a and b are list elements of the page, and item stands in a. You call b.append(item). Where is item then?',
			options: ['In a and b', 'In a only', 'In b only'],
			answer: 2,
			why: 'An element has only one place in the page, so append moves it.',
		},
	],
	// Events, forms and validation
	[
		{
			question: 'Your script should send a form, but the browser loads a new page first. What stops this?',
			options: [
				'event.preventDefault() in the submit listener',
				'event.stopPropagation() in the submit listener',
				"The attribute novalidate in the form's tag",
			],
			answer: 0,
			why: "preventDefault cancels the browser's own action, which is to load the answer.",
		},
		{
			question: 'One click listener on a table serves all of its 500 rows. Why does this work?',
			options: [
				'The browser copies the listener to each row',
				"The rows lie on top of the table's listener",
				'A click on a row bubbles to the table',
			],
			answer: 2,
			why: 'Most events travel from the element up through its parents, where one listener is enough.',
		},
		{
			question: 'Your page checks each field before it sends a form. Why must the server check again?',
			options: [
				'A browser checks only the first field',
				'A request can be sent without your page',
				'A field may lose letters on the way',
			],
			answer: 1,
			why: 'Anyone can send the server what they like, so checks in a page only help honest users.',
		},
		{
			question: 'A form has required fields. Why listen for its submit and not for a click on its button?',
			options: [
				"A click can't be cancelled by a script",
				'submit comes only if all fields are valid',
				'A button gives no click on a phone',
			],
			answer: 1,
			why: 'The browser checks the fields after the click, and if one is wrong, no submit follows.',
		},
	],
	// Errors, and debugging with the developer tools
	[
		{
			question: "try { setTimeout(() => { throw new Error('No'); }, 0); } catch { … } Why is the error not caught?",
			options: [
				'The function runs after the try block has ended',
				'The timer ignores all errors in its function',
				'The catch block names no error to look for',
			],
			answer: 0,
			why: "A try block catches what happens while it runs, and the timer's function comes later.",
		},
		{
			question: "An error says: Cannot read properties of undefined (reading 'price'). What is undefined?",
			options: [
				'The value that is stored in price',
				'The function that works out the price',
				'The value that stands before .price',
			],
			answer: 2,
			why: 'The program asked undefined for a property, so look at what stands left of the dot.',
		},
		{
			question: 'The debugger has stopped at a breakpoint in line 12. What has been run so far?',
			options: [
				'All lines up to line 12, and line 12 too',
				'The whole file, and line 12 comes again',
				'The lines before it, but not line 12',
			],
			answer: 2,
			why: 'A breakpoint stops before its line, so you can look at values and then step on.',
		},
		{
			question: 'The network tab shows status 404 for a request. What do you know about the server?',
			options: [
				'It could not be reached from here',
				'It was reached, but has nothing there',
				'It was not asked, as the browser stopped',
			],
			answer: 1,
			why: "A status is the server's own answer, so the connection itself worked.",
		},
	],
	// Modules, npm and a modern build with Vite
	[
		{
			question: 'What is the file package-lock.json good for?',
			options: [
				'Nobody can change the list of packages',
				'Everyone installs the same versions',
				"Packages can't read files of the project",
			],
			answer: 1,
			why: 'It records the version of each package, those that packages bring along too.',
		},
		{
			question: 'package.json asks for ^1.4.0 of a package. Which version may npm install?',
			options: ['1.9.2', '2.0.0', '1.3.9'],
			answer: 0,
			why: 'The sign ^ allows newer versions up to the next major version, which may break things.',
		},
		{
			question: 'Two modules of a page each declare const total at the top. What happens?',
			options: [
				'Both work, as a module has its own scope',
				"The second one replaces the first one's total",
				'The browser stops, as total is declared twice',
			],
			answer: 0,
			why: 'Names in a module are seen outside only if they are exported and imported.',
		},
		{
			question: 'You put a secret into VITE_API_KEY and use it in your code. Who can read it after the build?',
			options: [
				'Only you, as it is in a .env file',
				'Only the server that sends the page',
				'Every visitor of the page',
			],
			answer: 2,
			why: 'Vite writes such values into the built files, which every visitor downloads.',
		},
	],
	// Promises, async and await
	[
		{
			question:
				"Let p be a fulfilled promise. setTimeout(() => log('a'), 0); p.then(() => log('b')); log('c'); In which order do the letters appear?",
			options: ['c, b, a', 'c, a, b', 'a, b, c'],
			answer: 0,
			why: 'The running code ends first, then promises go on, and timers come after them.',
		},
		{
			question: 'async function five() { return 5; } What does five() give?',
			options: ['The number 5', 'undefined, then 5', 'A promise for 5'],
			answer: 2,
			why: 'An async function always returns a promise, and await takes the value out.',
		},
		{
			question:
				'load(1) and load(2) take 2 seconds each and do not need each other. Which code takes about 2 seconds in all?',
			options: [
				'await load(1); await load(2);',
				'await Promise.all([load(1), load(2)])',
				'await load(1).then(() => load(2))',
			],
			answer: 1,
			why: 'Both calls start before anything waits, so the two waits overlap.',
		},
		{
			question: 'try { save(); } catch { … } The async function save rejects, and await is missing. What happens?',
			options: [
				'The catch block gets the error as usual',
				'The catch block does not see the error',
				'The function save does not start at all',
			],
			answer: 1,
			why: 'Without await the try block ends at once, and the promise rejects later.',
		},
	],
	// Working with APIs: fetch, loading states and failures
	[
		{
			question: 'fetch gets an answer with status 404. What does its promise do?',
			options: [
				'It rejects, and catch gets the 404',
				'It fulfils, with response.ok false',
				'It fulfils, and the response is null',
			],
			answer: 1,
			why: 'A 404 is an answer like any other for fetch, so you check response.ok yourself.',
		},
		{
			question:
				'A user types fast in a search box, and old answers arrive after newer ones. What keeps the results right?',
			options: [
				'Sending each request twice and comparing them',
				'Writing await in front of every single request',
				'Aborting the older request at each new one',
			],
			answer: 2,
			why: 'An aborted request can no longer put its old results over the new ones.',
		},
		{
			question:
				'Your page calls the API of another site, and you get a CORS error. Where must the right header be set?',
			options: [
				"In the answers of the API's server",
				'In the options of your fetch call',
				'In the HTML head of your own page',
			],
			answer: 0,
			why: 'The API decides which sites may read its answers, so its server must send the header.',
		},
		{
			question: 'A POST that pays for an order has timed out. Why not simply send it again?',
			options: [
				'The browser never sends the same POST a second time',
				"The server can't tell a POST from a GET after that",
				'The first one may have worked, so it could pay twice',
			],
			answer: 2,
			why: 'A timeout says only that no answer came, not that nothing was done.',
		},
	],
	// Keeping data in the browser: storage, addresses and offline use
	[
		{
			question: "Your code calls localStorage.setItem('cart', [1, 2]). What does getItem('cart') give later?",
			options: ["The text '[1,2]'", 'The array [1, 2]', "The text '1,2'"],
			answer: 2,
			why: 'localStorage makes a text of each value, so store JSON there and parse it later.',
		},
		{
			question: 'What is the risk of keeping a login token in localStorage?',
			options: [
				'Any script in the page can read it',
				"Any other site's page can read it",
				'It is lost when the page reloads',
			],
			answer: 0,
			why: 'A single XSS flaw is enough to steal it, while an HttpOnly cookie is hidden from scripts.',
		},
		{
			question: "Why put the filters of a product list into the page's address?",
			options: [
				'A shared link or a reload shows the same list',
				"A filter in the address can't be changed",
				'A filter in the address works without a server',
			],
			answer: 0,
			why: 'The address then says what is shown, so links, reload and the back button work.',
		},
		{
			question:
				'You publish a fix, but visitors of your offline app still see the old version. What is the usual reason?',
			options: [
				'The service worker runs once in a week',
				'The service worker answers from its cache',
				'The browser keeps old pages open for days',
			],
			answer: 1,
			why: 'A cache that answers first hides new files until the worker puts them into the cache.',
		},
	],
	// Closures, prototypes, classes and this
	[
		{
			question:
				'function counter() { let n = 0; return () => ++n; } const a = counter(); const b = counter(); a(); a(); What does b() give?',
			options: ['3', '2', '1'],
			answer: 2,
			why: 'Each call of counter makes a new n, which only its own function can see.',
		},
		{
			question: 'In a module: const greet = user.greet; greet(); The method uses this.name. What happens?',
			options: ['It works: this is still user', 'It fails: this is undefined', 'It fails: greet has no name'],
			answer: 1,
			why: 'this is set by the call, and here nothing stands before a dot.',
		},
		{
			question: 'A class has one method, and you make 1,000 objects of it. How many functions exist for this method?',
			options: ['1,000, one in each object', 'One, on the prototype', "1,001, with the class's own"],
			answer: 1,
			why: 'Objects look a method up in the prototype that they share.',
		},
		{
			question: 'Inside a method you write setTimeout(() => this.save(), 1000). What is this in the arrow function?',
			options: [
				'The same as in the method',
				'The window, as timers run on their own',
				'The timer, as it calls the function',
			],
			answer: 0,
			why: 'An arrow function has no this of its own, so it uses the one around it.',
		},
	],
	// TypeScript and automated tests
	[
		{
			question:
				'const age: number = JSON.parse(text); The text holds "ten" in quotes. What happens when the program runs?',
			options: [
				'TypeScript stops with a type error there',
				'age is a text, as nothing checks types then',
				'age is NaN, as the text is turned to a number',
			],
			answer: 1,
			why: 'Types are removed in the build, so data from outside must be checked by code.',
		},
		{
			question: 'How does the type unknown differ from any?',
			options: [
				'You may use the value without any check',
				'You can never store the value in a variable',
				'You must check a value before its use',
			],
			answer: 2,
			why: 'unknown forces a check, while any switches the checks off.',
		},
		{
			question: 'x is string | number. Inside which check does TypeScript accept x.toUpperCase()?',
			options: ['if (x !== undefined)', 'if (Boolean(x))', "if (typeof x === 'string')"],
			answer: 2,
			why: 'typeof narrows the type to string, and the others leave both types.',
		},
		{
			question: 'Which test is least likely to break when you rewrite the inside of a component?',
			options: [
				'One that checks what the user sees and does',
				'One that checks which private function is called',
				'One that compares all of the HTML with a copy',
			],
			answer: 0,
			why: 'What users see should stay the same in a rewrite, so this test still says something.',
		},
	],
	// Components and state: React from the ground up
	[
		{
			question: 'items.push(bread); setItems(items); Why does React not show the new item?',
			options: [
				'It is the same array, so React skips it',
				'It is a new array, so React loses the old one',
				'It is a text, so React needs a key to show it',
			],
			answer: 0,
			why: 'React compares by identity, so you pass a new array such as [...items, bread].',
		},
		{
			question: 'count is 0. One click calls setCount(count + 1) two times. What is count after it?',
			options: ['1', '2', '0'],
			answer: 0,
			why: 'Both calls see the count of this render, which is 0, and so both set 1.',
		},
		{
			question:
				'A list can be sorted by the user, and each row has an input that keeps its own text. Why is the index a bad key?',
			options: [
				'What was typed is deleted when the list is sorted',
				'What was typed is sorted by the browser as well',
				'What was typed stays at the place, not with its row',
			],
			answer: 2,
			why: 'React finds a row again by its key, and an index belongs to the place.',
		},
		{
			question: 'When does an effect with the list [userId] run in the published app?',
			options: [
				'After each render, and also when userId is the same',
				'After the first render, and when userId has changed',
				'When userId has changed, but not after the first render',
			],
			answer: 1,
			why: 'The list names what the effect needs, so it runs again when one of these changes.',
		},
	],
	// Final project: build, secure, measure and publish an application
	[
		{
			question: 'Your React app shows reviews that users wrote. Where could a review run a script?',
			options: [
				'In {review.text} between two paragraph tags',
				'In the title attribute of a paragraph tag',
				"In dangerouslySetInnerHTML with the review's text",
			],
			answer: 2,
			why: 'React encodes texts and attributes, but this property puts raw HTML into the page.',
		},
		{
			question: 'How do you find out how fast your application is for most people?',
			options: [
				'Measure it on your laptop with an empty cache',
				'Measure it on a slow phone with a slow network',
				'Count how many files and lines the build has',
			],
			answer: 1,
			why: 'Most visitors have a slower phone and a slower network than you have.',
		},
		{
			question: 'The large photo at the top makes your page slow to appear. What helps most?',
			options: [
				'Giving it the attribute loading="lazy"',
				'Sending it in the size shown',
				'Making it smaller with a CSS width',
			],
			answer: 1,
			why: 'Fewer bytes arrive sooner, while lazy delays the photo and CSS leaves its bytes as they are.',
		},
		{
			question:
				'Your published single-page application opens at /, but a reload at /cart gives 404. What is the reason?',
			options: [
				'The host looks for a file with the name cart',
				'The build has left out the code of the cart',
				'The browser has an old copy of the page',
			],
			answer: 0,
			why: 'The host must answer such paths with index.html, and then the router shows the page.',
		},
	],
];
