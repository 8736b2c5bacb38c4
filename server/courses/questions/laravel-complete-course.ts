import type { CourseQuestions } from './question.ts';

export const questions: CourseQuestions = [
	// Modern PHP and your workshop: Composer, Artisan and Git
	[
		{
			question: "function total(int $price): int { … } What happens at total(price: 'rice')?",
			options: ['PHP stops with a TypeError', 'PHP takes 0 as the price', 'PHP takes the text as it is'],
			answer: 0,
			why: "'rice' cannot be read as a whole number, so PHP says so before the function runs.",
		},
		{
			question: 'Why does the lesson keep money in whole kobo?',
			options: [
				"Fractions such as 0.10 can't be sorted at all",
				'Fractions such as 0.10 take up far too much space',
				"Fractions such as 0.10 can't be stored exactly",
			],
			answer: 2,
			why: 'Small errors of fractions add up, and a shop must not lose a kobo in each order.',
		},
		{
			question: 'There is a composer.lock. Which versions does composer install put on your server?',
			options: [
				'The newest that composer.json allows',
				'The ones from composer.lock',
				'The newest that packagist.org has',
			],
			answer: 1,
			why: 'The lock file makes sure that the server runs the versions that you have tested.',
		},
		{
			question: 'Why does the file .env stay out of Git?',
			options: [
				'It holds the secrets of one machine',
				'It is made new by Laravel at each request',
				'It is read by Composer only, never by Laravel',
			],
			answer: 0,
			why: 'Whatever is in Git is copied to everyone who has the code, passwords too.',
		},
	],
	// Routes, controllers and Blade views
	[
		{
			question: "A customer's name is <b>Ada</b>. What does {{ $name }} show in a Blade view?",
			options: ['Ada, in bold letters', 'Ada, with the tags removed', '<b>Ada</b>, with the tags as text'],
			answer: 2,
			why: 'Blade encodes what stands in double curly brackets, so tags are shown and never run.',
		},
		{
			question:
				"Route::get('/products/{product}', fn (Product $product) => …) There is no product 99. What does /products/99 give?",
			options: ['A $product that is null', 'A page with a 404', 'A new, empty $product'],
			answer: 1,
			why: 'Laravel looks the product up first, and without one it answers 404 by itself.',
		},
		{
			question: "Why write route('cart') in a view and not '/cart'?",
			options: [
				'The address stays hidden from visitors',
				'The address is then set in one place',
				'The page is sent to visitors faster',
			],
			answer: 1,
			why: "Views use the route's name, so a new address in the route file reaches all links.",
		},
		{
			question: 'Why must a link that is opened with GET never delete an order?',
			options: [
				'Browsers and robots may open links by themselves',
				"GET requests can't carry the number of an order",
				"GET requests can't be sent by people who log in",
			],
			answer: 0,
			why: 'GET promises to change nothing, and so programs feel free to load such addresses ahead.',
		},
	],
	// Data that lasts: migrations, Eloquent and relationships
	[
		{
			question: 'A migration has run on the live server. Now its table needs one more column. What do you do?',
			options: [
				'Edit the old migration and run migrate again',
				'Write a new migration that adds the column',
				'Run migrate:fresh after editing the old one',
			],
			answer: 1,
			why: 'Each migration runs once, and migrate:fresh would delete the data of all customers.',
		},
		{
			question:
				'Order::all() gives 100 orders. A view shows $order->customer->name for each, without eager loading. How many queries run?',
			options: ['100', '2', '101'],
			answer: 2,
			why: 'One query gets the orders, and each order asks for its customer on its own.',
		},
		{
			question: 'Each order is of one customer, who may have many orders. Where is the foreign key?',
			options: ['In customers, as order_id', 'In a third table with both', 'In orders, as customer_id'],
			answer: 2,
			why: "Each order points to its one customer, and a column can't hold many orders.",
		},
		{
			question:
				'You save an order and its lines inside DB::transaction. The third line fails with an exception. What is stored?',
			options: ['Nothing of this order', 'The order and two lines', 'The order without lines'],
			answer: 0,
			why: 'A transaction keeps all of its changes or none, so no half order is left.',
		},
	],
	// Forms, validation and file uploads
	[
		{
			question: 'A visitor sends a web form, and $request->validate([...]) fails. What happens next?',
			options: [
				'The controller goes on and gets a list of errors',
				'Laravel sends them back with the errors',
				'Laravel shows an error page with status 500',
			],
			answer: 1,
			why: 'validate stops the controller, and the form can show the errors and the old input.',
		},
		{
			question: 'Why save $request->validated() and not $request->all()?',
			options: [
				'It holds only fields that have rules',
				'It holds all passwords as hashes',
				'It removes HTML tags from all fields',
			],
			answer: 0,
			why: 'A visitor can add fields of their own to a form, and all() would take them along.',
		},
		{
			question: 'People upload invoices, which no one else may see. Where do you keep the files?',
			options: [
				'In the public folder, under a name that is long and random',
				"In the public folder, with a link on the owner's page",
				'On a private disk, behind a route that checks the owner',
			],
			answer: 2,
			why: 'A file in the public folder is sent to everyone who has the address, without any check.',
		},
		{
			question: 'A user saves their profile with their email as it was. The rule is unique:users,email. What happens?',
			options: [
				"It fails, as the rule finds the user's own row",
				'It passes, as the rule skips unchanged fields',
				'It passes, as the rule knows who is logged in',
			],
			answer: 0,
			why: "The rule must be told to ignore this user's row, with Rule::unique and ignore.",
		},
	],
	// Logins, permissions and what Laravel protects you from
	[
		{
			question:
				'/orders/{order} shows an order, and only the auth middleware guards it. What can a logged-in customer do?',
			options: [
				'Open orders of other customers',
				'Open only orders of their own',
				'Open no order before an admin agrees',
			],
			answer: 0,
			why: 'auth asks who you are, and only a policy or a query asks whose order it is.',
		},
		{
			question: 'What does @csrf in a form keep from happening?',
			options: [
				'Another person reads it on its way',
				"Another site sends it in a user's name",
				'A user sends HTML tags in a field of the form',
			],
			answer: 1,
			why: "The form carries a secret token that another site can't read, so its request is refused.",
		},
		{
			question: 'Why does a model list the fields that may be filled, for example with $fillable?',
			options: [
				"So that a form can't be sent with an empty field",
				"So that a view can't show any of the other fields",
				"So that a request can't set others, such as is_admin",
			],
			answer: 2,
			why: 'create() and fill() take only the listed fields, whatever a visitor adds to the form.',
		},
		{
			question: "Why is User::where('name', $name) safe from SQL injection?",
			options: [
				'The name is searched for SQL words first',
				'The name is bound, so it is never SQL',
				'The name is cut off at the first quote',
			],
			answer: 1,
			why: 'The database gets the statement and the value apart, so no sign in the value matters.',
		},
	],
	// APIs for mobile and front end, with tokens and versions
	[
		{
			question: 'A valid token asks for something that its user may not do. Which status fits?',
			options: ['401', '422', '403'],
			answer: 2,
			why: '401 says that we do not know who asks, and 403 says that we know and refuse.',
		},
		{
			question: 'Why does your API answer with a resource class and not with the model itself?',
			options: [
				'You save the query that loads the model',
				'You choose the fields that it shows',
				'You make the answer unreadable to others',
			],
			answer: 1,
			why: 'Without it, a new column in the table would show up in the API by itself.',
		},
		{
			question: 'A user has lost the API token that Sanctum made. How does the user get it back?',
			options: [
				'From the tokens table in the database',
				'By decrypting it with the APP_KEY',
				'Not at all, so a new one is made',
			],
			answer: 2,
			why: "Sanctum stores only a hash of the token, and a hash can't be turned back.",
		},
		{
			question: 'Which change to your API breaks mobile apps that are already installed?',
			options: [
				'Renaming the field price to amount',
				'Adding the field discount to products',
				'Adding the address /api/v1/reviews',
			],
			answer: 0,
			why: 'Old apps still look for price, so such a change belongs into a new version.',
		},
	],
	// Mail, queues, schedules and payments with Paystack
	[
		{
			question: 'Queued mails pile up in the jobs table, and none is sent. What is most likely missing?',
			options: ['A route that starts each mail', 'A view for each of the mails', 'A running queue worker'],
			answer: 2,
			why: 'The application only puts jobs into the queue, and a worker carries them out.',
		},
		{
			question: 'How does your server make sure that a webhook really comes from Paystack?',
			options: [
				'It checks the signature of the raw body with its key',
				'It checks that the amount and the email are the right ones',
				'It checks that the event has the right name',
			],
			answer: 0,
			why: 'Only Paystack and you know the secret key, so nobody else can sign like this.',
		},
		{
			question:
				'A customer comes back from Paystack to your page with a reference in the address. When is the order paid?',
			options: [
				'When Paystack has confirmed it to your server',
				'As soon as the customer opens this page',
				'As soon as its reference is stored in your database',
			],
			answer: 0,
			why: 'Anyone can open that address, so only what Paystack itself says counts.',
		},
		{
			question: 'Paystack sends the same webhook two times. How do you count the payment once?',
			options: [
				'Answer the second one with an error status',
				'Keep its reference unique, and skip what is known',
				'Wait a minute, and take only the last one',
			],
			answer: 1,
			why: 'The second webhook finds the payment that is there, and changes nothing.',
		},
	],
	// Tests, deployment, backups and monitoring
	[
		{
			question: 'What is the danger of APP_DEBUG=true on the live server?',
			options: [
				'Error pages let visitors change some of the settings',
				'Error pages show code and settings to visitors',
				'Error messages are no longer written to the log',
			],
			answer: 1,
			why: 'The detailed error page helps you at home, and on the live site it helps attackers.',
		},
		{
			question: "Which test shows that one customer can't see another one's order?",
			options: [
				"Log in as Bola, open Ada's order, expect 403",
				"Log in as Ada, open Ada's order, expect 200",
				"Log in as nobody, open Ada's order, expect 302",
			],
			answer: 0,
			why: 'Only a test with the wrong customer fails if the check of the owner is missing.',
		},
		{
			question: 'How do you know that your backups are good?',
			options: [
				'The job that makes them reports no errors',
				'The newest file is bigger than the last one',
				'You restore one elsewhere and use the data',
			],
			answer: 2,
			why: 'A backup can be complete in size and still not come back, so you must try it.',
		},
		{
			question: 'You have deployed a new version, but queued jobs still run the old code. Why?',
			options: [
				'The jobs carry their old code with them',
				'The workers keep the old code in memory',
				'The queue is read only once in a day',
			],
			answer: 1,
			why: 'A worker loads the application once, so restart it at each deployment.',
		},
	],
];
