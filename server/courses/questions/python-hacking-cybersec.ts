import type { CourseQuestions } from './question.ts';

export const questions: CourseQuestions = [
	// Law, consent and your lab: Python, Linux and virtual machines
	[
		{
			question: "Your practice machine's network is set to Host-only. What does that mean?",
			options: [
				'Only the internet can reach it',
				'Only your own computer can reach it',
				'Every device on your Wi-Fi can reach it',
			],
			answer: 1,
			why: 'A host-only network exists inside your computer, and nothing outside leads to it.',
		},
		{
			question: 'A neighbour has given you the password of his Wi-Fi. May you scan the devices on it?',
			options: [
				'Yes, he has let you into the network himself',
				'Yes, if the scan is slow and changes nothing',
				'No, a password is not a permission to test',
			],
			answer: 2,
			why: "Access to a network is for using it, and a test needs the owner's written consent.",
		},
		{
			question: 'Why does every tool of this course read the file scope.txt before it starts?',
			options: [
				'To begin with the most important address',
				'To refuse addresses that you may not test',
				'To save what it finds beside each address',
			],
			answer: 1,
			why: 'The program itself keeps to the consent, so a typing mistake cannot hit a stranger.',
		},
		{
			question: 'You enter a system without permission, and nothing breaks. What does the lesson say about the law?',
			options: [
				'It asks about permission, so you are at risk',
				'It punishes only damage, so nothing follows',
				'It counts a look as harmless, so you are safe',
			],
			answer: 0,
			why: 'The law asks whether you were allowed in, not whether you broke anything.',
		},
	],
	// Python from zero: values, decisions and loops
	[
		{
			question: 'age = input() and the user types 17. What does age + 1 give?',
			options: ['18, because 17 is a number', "'171', because Python joins both", 'An error, because age is a text'],
			answer: 2,
			why: 'input() always gives a text, and Python does not add a number to a text.',
		},
		{
			question: 'What does print(7 // 2, 7 % 2) print?',
			options: ['3.5 1', '3 0.5', '3 1'],
			answer: 2,
			why: 'With these numbers, // divides and drops the rest, and % gives this rest.',
		},
		{
			question: 'Which numbers does "for i in range(1, 4)" give to i?',
			options: ['1, 2, 3', '1, 2, 3, 4', '0, 1, 2, 3'],
			answer: 0,
			why: 'A range contains its first number and ends before its second.',
		},
		{
			question: 'name holds a text. When does the block below "if name:" run?',
			options: [
				"When the text is exactly the word 'True'",
				'When the text has at least one character',
				'When the variable exists, even if it is empty',
			],
			answer: 1,
			why: 'An empty text counts as false, and every other text counts as true.',
		},
	],
	// Functions, lists, dictionaries and files
	[
		{
			question: 'a = [1, 2], then b = a, then b.append(3). What is a now?',
			options: [
				'[1, 2, 3], because both names mean one list',
				'[1, 2], because b has a list of its own',
				'[3], because the new value replaces the old',
			],
			answer: 0,
			why: 'The line b = a copies no list, it gives the same list a second name.',
		},
		{
			question: "ports = {80: 'http'}. What does ports.get(22) give?",
			options: ['A KeyError', 'An empty text', 'None'],
			answer: 2,
			why: 'get returns None for a missing key, while ports[22] would raise a KeyError.',
		},
		{
			question: 'What do you gain when you open a file with "with open(path) as file:"?',
			options: [
				'The file is closed even if an error occurs',
				'The file is made new if it does not exist',
				'The file is locked so nobody else reads it',
			],
			answer: 0,
			why: 'The with block closes the file at its end, however the block ends.',
		},
		{
			question:
				'A function begins "def add(x, items=[])", appends x to items and returns items. You call add(1), then add(2). What does the second call give?',
			options: [
				'[2], because each call gets a new list',
				'[1, 2], because the list is made only once',
				'[2, 1], because new values come first',
			],
			answer: 1,
			why: 'Python makes a default value once, when it reads def, and all calls share it.',
		},
	],
	// Errors, modules, packages and virtual environments
	[
		{
			question: 'What is bad about "except: pass" around your whole program?',
			options: [
				'It ends the program at the first small error',
				'It hides every error, your own mistakes too',
				'It turns all errors into warnings on screen',
			],
			answer: 1,
			why: 'A program that swallows all errors goes on with wrong data, and you never learn why.',
		},
		{
			question: 'Why does each project get a virtual environment of its own?',
			options: [
				"So that its packages don't clash with other projects",
				'So that its code can do no harm to your computer',
				'So that its code runs faster than with plain Python',
			],
			answer: 0,
			why: 'Each one has its own packages in its own versions, but it is no wall against bad code.',
		},
		{
			question: 'When does the code below "if __name__ == \'__main__\':" run?',
			options: [
				'When another file imports this one',
				'When the file has a function main',
				'When you start this file itself',
			],
			answer: 2,
			why: "Python sets __name__ to '__main__' only in the file that you start.",
		},
		{
			question: 'Somebody tells you to install the package reqeusts. Why should you be careful?',
			options: [
				'A name with a mistake can never be installed',
				'A name so close to a known one may be a trap',
				'A name without a number has no fixed version',
			],
			answer: 1,
			why: 'Attackers give bad packages such names and wait for people who mistype the real one.',
		},
	],
	// Reading what machines write: regular expressions, JSON and logs
	[
		{
			question: "What does re.search(r'\\d{3}', 'port 8080') find?",
			options: ['8080', 'Nothing', '808'],
			answer: 2,
			why: 'The pattern wants three digits in a row, and the first three of 8080 fit.',
		},
		{
			question: 'What does the pattern <.*> match in the text <a><b>?',
			options: ['<a>', '<a><b>', 'a'],
			answer: 1,
			why: 'The star takes as much as it can, so the match runs to the last sign >.',
		},
		{
			question: 'What does json.loads make of the JSON text {"ok": true}?',
			options: [
				"A dictionary with the text 'true'",
				'A text that you still have to split',
				'A dictionary with the value True',
			],
			answer: 2,
			why: 'Python makes a dictionary of each {…} in JSON, and True of each true.',
		},
		{
			question: 'A log of 50 GB must be searched on a computer with 8 GB of memory. What works well?',
			options: [
				'A loop over the file, line by line',
				'One call of read() and a loop over the text',
				'One call of readlines() and a loop over the list',
			],
			answer: 0,
			why: 'A loop over the file holds one line at a time, and the other two load it whole.',
		},
	],
	// Networks from the inside: TCP/IP, DNS and sockets
	[
		{
			question: "What do both sides know after the three steps of TCP's handshake?",
			options: [
				'That the other one is who it claims to be',
				'That the other one answers and is ready',
				'That nobody else can read what they send',
			],
			answer: 1,
			why: 'The handshake only opens the line, and TLS does the checks and hides the data.',
		},
		{
			question: 'Your script connects to a server by its name, and no DNS server answers. Which step fails first?',
			options: [
				'Finding the address that belongs to the name',
				"Opening the port on the server's machine",
				'Sending the first packet to the address',
			],
			answer: 0,
			why: 'DNS turns a name into an address, and without an address there is nothing to connect to.',
		},
		{
			question: 'One side sends 1,000 bytes over TCP. What is sure about one call of recv(4096) on the other side?',
			options: [
				'It gets all of them, as there is room',
				'It gets all or none, as TCP loses nothing',
				'It may get only a part of them',
			],
			answer: 2,
			why: 'TCP is a stream without message ends, so data may arrive in pieces of any size.',
		},
		{
			question: 'A service listens on 127.0.0.1, port 5000. Who can connect to it?',
			options: ['Programs on the same machine', 'All machines on the same Wi-Fi', 'All machines that know the port'],
			answer: 0,
			why: "127.0.0.1 is the machine's own loopback address, which no other machine can reach.",
		},
	],
	// Your own port scanner, fast and polite
	[
		{
			question: 'Your scanner gets no answer at all from one port until the time is up. What is the likely reason?',
			options: [
				'The port is closed, so nothing listens',
				'A firewall drops the packets silently',
				'The port is open and waits for a login',
			],
			answer: 1,
			why: 'A closed port sends a refusal at once, so silence points to a filter.',
		},
		{
			question: 'sock.connect_ex((host, port)) returns 0. What does it mean?',
			options: [
				'It failed, so the port is closed',
				'It gave up, so nothing is known',
				'It connected, so the port is open',
			],
			answer: 2,
			why: 'connect_ex returns an error number, and 0 says that there was no error.',
		},
		{
			question: 'Why do threads make a port scanner much faster?',
			options: [
				'Python gives each thread its own network card',
				'It spends most of its time waiting for answers',
				'A thread needs no timeout for its connections',
			],
			answer: 1,
			why: 'While one thread waits for an answer, the others can already ask other ports.',
		},
		{
			question: 'Which setting makes a scanner gentle on the network that it looks at?',
			options: [
				'A limit on connections at the same time',
				'A short timeout and more threads at once',
				'A random order of ports at full speed',
			],
			answer: 0,
			why: 'Fewer connections at once leave room for the people who work on that network.',
		},
	],
	// Talking to the web: requests, sessions and scraping with permission
	[
		{
			question:
				'You call requests.get(url) and set no timeout. The server accepts the connection and stays silent. What happens?',
			options: ['The call fails after 30 seconds', 'The call may wait for ever', 'The call is sent three times'],
			answer: 1,
			why: 'The package requests sets no time limit by itself, so you must give one.',
		},
		{
			question: 'What does a requests.Session carry from one request to the next?',
			options: ['Cookies that the server has set', 'Pages that were loaded before', 'Forms that were filled in before'],
			answer: 0,
			why: "The session sends the server's cookies back, so a login lasts for later requests.",
		},
		{
			question: 'A server answers 429 with the header "Retry-After: 30". What should your script do?',
			options: [
				'Ask again at once, up to 30 times',
				'Ask again from another address',
				'Wait 30 seconds, then ask again',
			],
			answer: 2,
			why: 'The status 429 means too many requests, and the header says how long to wait.',
		},
		{
			question: "A site's robots.txt allows all paths, but its terms forbid scraping. What do you do?",
			options: [
				'Scrape it, as robots.txt allows it',
				'Scrape it slowly, as this harms nobody',
				'Ask the owner, and wait for an answer',
			],
			answer: 2,
			why: 'robots.txt is advice for crawlers and gives no permission that the terms deny.',
		},
	],
	// Packets with Scapy: capture, read and craft on your own network
	[
		{
			question: "What does IP(dst='192.168.56.101') / TCP(dport=80) give you in Scapy?",
			options: ['One packet, with TCP inside IP', 'Two packets, one after the other', 'An open connection to port 80'],
			answer: 0,
			why: 'The sign / puts one layer into another, and nothing is sent yet.',
		},
		{
			question: 'Why does Linux ask for root rights when you sniff packets with Scapy?',
			options: [
				'It opens a port with a number below 1024',
				'It reads the raw packets of all programs',
				'It writes into the folder of Python itself',
			],
			answer: 1,
			why: "Such packets hold other people's data too, so the system guards them.",
		},
		{
			question: 'In your lab you send a SYN to a port, and a SYN-ACK comes back. What do you know?',
			options: ['The port is closed', 'The port is filtered', 'The port is open'],
			answer: 2,
			why: 'SYN-ACK accepts a connection, while a closed port answers with RST.',
		},
		{
			question: 'You capture a visit to an HTTPS page on your own network. What can you read in the packets?',
			options: [
				'The addresses and sizes, but not the page',
				'The page itself, but none of the passwords',
				'Nothing at all, not even the addresses',
			],
			answer: 0,
			why: 'TLS encrypts the content, but the network still needs addresses to deliver the packets.',
		},
	],
	// Passwords and cryptography: hashes, cracking your own, storing them well
	[
		{
			question: 'Why is Argon2 better for storing passwords than SHA-256?',
			options: [
				'It can be turned back if a user forgets one',
				'It makes shorter hashes that leak less',
				'It is slow on purpose, so guessing costs more',
			],
			answer: 2,
			why: 'A fast hash lets an attacker try billions of guesses a second, and a slow one does not.',
		},
		{
			question: 'What does a salt do for stored passwords?',
			options: [
				'Short passwords become long ones',
				'Equal passwords get different hashes',
				'Hashes stay secret if they are stolen',
			],
			answer: 1,
			why: 'With a salt for each user, one cracked hash or ready-made table does not open others.',
		},
		{
			question: 'Why does Lagos2026! fall quickly when you crack your own hashes?',
			options: [
				'Tools try known words with common endings first',
				'Tools can read the length out of the hash',
				'Tools skip capital letters and signs at the end',
			],
			answer: 0,
			why: 'People change words in the same few ways, and the rules of the tools know these ways.',
		},
		{
			question: 'A script must make a reset code that nobody can guess. What do you use?',
			options: ['The module random', 'The module secrets', 'The module hashlib with the time'],
			answer: 1,
			why: 'The numbers of random can be predicted, and the time can be guessed.',
		},
	],
	// Defending with Python: hunting in logs, watching files, raising alarms
	[
		{
			question:
				'Someone tries one common password on each of 500 accounts. Why does a limit for each account not notice?',
			options: [
				'Common passwords are not logged',
				'The tries come too fast to count',
				'Each account sees only one failure',
			],
			answer: 2,
			why: 'The failures are spread out, so you must also count them over all accounts.',
		},
		{
			question: 'How does a script notice a changed file whose size and date are as before?',
			options: [
				'It compares its name and its folder',
				'It compares its owner and its rights',
				'It compares a hash of its content',
			],
			answer: 2,
			why: 'Any change of the content gives another hash, while size and date can be kept.',
		},
		{
			question: 'You watch files by their hashes. Why keep the list of good hashes on another machine?',
			options: [
				'A list on the same machine slows down the check',
				'An intruder could change files and list together',
				'A hash is valid only on the machine that made it',
			],
			answer: 1,
			why: 'Whoever can change the files could otherwise write new hashes into the list as well.',
		},
		{
			question: 'An alarm goes off 200 times a day, and it is nearly always false. What is the main danger?',
			options: [
				'People stop looking and miss the real one',
				'The script stops when it has sent too many',
				'The log loses the lines that it has reported',
			],
			answer: 0,
			why: 'Too many false alarms teach people to ignore all of them.',
		},
	],
	// Final project: a security tool with tests, documentation and a report
	[
		{
			question: 'How should the automatic tests of your scanner get an open port to find?',
			options: [
				'Each test starts a small server of its own',
				'Each test scans a big site that is always up',
				'Each test scans your router while you are home',
			],
			answer: 0,
			why: 'A server of its own is always there, hurts nobody and gives the same result each time.',
		},
		{
			question: 'Which test keeps your tool from harming strangers?',
			options: [
				'It finds the open port of your lab machine',
				'It refuses an address that scope.txt lacks',
				'It ends within the time that you have set',
			],
			answer: 1,
			why: 'Of these tests, only this one fails if the tool touches a system without consent.',
		},
		{
			question: 'Your tool needs a secret API key. Where does it belong?',
			options: [
				'In an environment variable, outside the code',
				'In the source code of a private repository',
				'In a comment that only developers will read',
			],
			answer: 0,
			why: 'What stands in the code is copied with its history, and the key leaks with it.',
		},
		{
			question: 'You write a test for a bug that you will fix next. What should the test do before the fix?',
			options: [
				'Pass, which shows that the test is correct',
				'Be skipped, so that all tests stay green',
				'Fail, which shows that it catches the bug',
			],
			answer: 2,
			why: 'If it passed before the fix, it would not notice the bug coming back either.',
		},
	],
];
