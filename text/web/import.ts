// Sentences of the page that posts many ads from a table.
import { plural } from '../../contract/core/plural.ts';

const ads = (count: number) => plural(count, { one: '# ad', other: '# ads' });
const list = (names: readonly string[]) => names.join(', ');

export const title = 'Post many ads';
export const lead = (most: number) => `Put up to ${most} ads in a table. We check every row before we post anything.`;
export const linkHint = 'Have a long list? Post it from a table.';

export const templateStep = 'Get the table';
export const templateHint =
	'Open it in Excel or Google Sheets. Write one ad in each row. Write the file names of its photos in the last column.';
export const downloadTemplate = 'Download the table';
export const columnsTitle = 'What to write in each column';
export const columnsHint: readonly (readonly [string, string])[] = [
	['Category', 'One of the categories of the ad form'],
	['Price', 'In naira, like 70,000 or 25k. Leave it empty to agree on it in the chat'],
	['Negotiable', 'Yes or No'],
	['Condition', 'New, Nigerian used, Foreign used or Refurbished'],
	['Delivery', 'As in the ad form, like Pickup. Put | between two of them, like Pickup | Pay on delivery'],
	['State, Area, Place', 'Like Lagos, Ikeja, Computer Village'],
	['WhatsApp, Call number', 'Leave both empty to use the numbers of your profile'],
	['Photos', 'File names, like red-shoe.jpg | red-shoe-2.jpg. The first one is the cover'],
];
export const exportAds = 'Download my ads';
export const exporting = (count: number) => `${ads(count)} so far`;
export const exportHint =
	'Your photo ads as the same table, with the web addresses of their photos. Video ads are not in it.';
export const nothingToExport = 'You have no photo ads yet.';

export const filesStep = 'Choose your files';
export const chooseTable = 'Choose the table';
export const tableHint = (megabytes: number) => `A CSV file, up to ${megabytes} MB`;
export const choosePhotos = 'Choose the photos';
export const photosHint = 'A zip file, or all photos at once: JPG, PNG or WebP';
export const addPhotos = 'Add more photos';
export const removeFile = (name: string) => `Remove ${name}`;
export const photoCount = (count: number) => plural(count, { one: '# photo', other: '# photos' });
export const rowCount = (count: number) => plural(count, { one: '# row', other: '# rows' });
export const reading = 'Reading your files';
export const unreadable = "We couldn't read this file. Choose it again.";

export const spreadsheetFile = 'Save the table as CSV first: in Excel, choose File, Save as, CSV.';
export const notTable = 'This file is not a table. Choose a CSV file.';
export const csvTooLarge = (megabytes: number) => `This table has more than ${megabytes} MB. Split it into two tables.`;
export const wrongQuote = (line: number) =>
	`Row ${line} has a quote (") without an end, or in the wrong place. Save the table as CSV again.`;
export const columnsMissing = (names: readonly string[]) =>
	`This table has no column for: ${list(names)}. Use the names of our table.`;
export const columnsUnknown = (names: readonly string[]) => `We leave out these columns: ${list(names)}`;
export const columnName = (letters: string, heading: string) => `${letters} (${heading})`;
export const columnsRepeated = (used: string, unused: string) =>
	`Two columns mean the same. We use column ${used} and leave out column ${unused}.`;
export const noRows = 'This table has no ads yet. Write one ad in each row.';
export const tooManyRows = (count: number, most: number) => `This table has ${count} ads. Post up to ${most} at once.`;

export const notZip = 'This zip file is broken. Make it again.';
export const zipTooMany = (most: number) => `This zip file has too many files. Use up to ${most}.`;
export const zipTooLarge = (gigabytes: number) => `The files in this zip have more than ${gigabytes} GB in all.`;
export const zipUnsafePath = (path: string) => `This zip file has an unsafe name in it: ${path}`;
export const zipEncrypted = 'This zip file has a password. Make one without.';
export const zipMethod = (path: string) => `We can't open ${path} in this zip file. Make it again as a usual zip.`;
export const zipRatio = (path: string) => `${path} in this zip file is not a photo.`;
export const zipBroken = (path: string) => `${path} in this zip file is broken.`;

export const photoMissing = (name: string) => `We can't find the photo ${name}`;
export const photoIsAddress = 'This is a web address. Write the file name of a photo';
export const photoRepeated = (name: string) => `${name} is here twice`;
export const photosUnused = (count: number, names: readonly string[]) =>
	`${plural(count, { one: 'No row uses # photo', other: 'No row uses # photos' })}: ${list(names)}`;
export const photosRepeated = (names: readonly string[]) =>
	`Two photos have the same name, so we use the first: ${list(names)}`;
export const filesIgnored = (names: readonly string[]) => `These files are not photos: ${list(names)}`;
export const more = (names: readonly string[], count: number) => `${list(names)} and ${count} more`;

export const sameRow = (line: number) => `Row ${line} is the same ad`;
export const unknownCategory = 'Unknown category. Use one from the ad form.';
export const unknownState = 'Unknown state. Write it like Lagos.';
export const unknownOption = (options: readonly string[]) => `Write ${options.join(' or ')}`;
export const yesOrNo = 'Write Yes or No';
export const yes = 'Yes';

export const checkStep = 'Check the ads';
export const checkEmpty = 'We show your ads here when you choose the table.';
export const allGood = (count: number) => `${ads(count)} ready to post`;
export const someBad = (bad: number, count: number) =>
	`${bad} of ${count} ${plural(bad, { one: 'rows has an error', other: 'rows have errors' })}`;
export const fixHint = 'Change the table and choose it again, or leave these rows out.';
export const skipBad = (count: number) =>
	plural(count, { one: 'Leave out the row with an error', other: 'Leave out the # rows with errors' });
export const noNumber = (count: number) =>
	`${plural(count, { one: '# ad has', other: '# ads have' })} no number. Customers can't reach you without one.`;
export const onlyErrors = 'Show only rows with errors';
export const tableCaption = 'Rows of your table';
export const row = 'Row';
export const photos = 'Photos';
export const adAndErrors = 'Ad';
export const good = 'OK';
export const hasError = 'Error';
export const showAll = (count: number) => `Show all ${count} rows`;

export const postStep = 'Post';
export const postHint = (count: number) =>
	plural(count, {
		one: 'You can undo it for 7 days. Your followers get a message.',
		other: 'You can undo it for 7 days. Your followers get one message for all ads.',
	});
export const manyPhotosHint = (perHour: number) =>
	`We take ${perHour} photos an hour, so this takes a while. It continues when you come back.`;
export const post = (count: number) => (count === 0 ? 'Post ads' : `Post ${ads(count)}`);
export const otherUnfinished = "Your last import isn't finished. Open this page in a new tab and finish it first.";

export const postingTitle = 'Posting your ads';
export const postedOf = (done: number, count: number) => `${done} of ${ads(count)}`;
export const sent = (size: string) => `${size} sent`;
export const canClose = 'You can close this page. Open it again to continue.';
export const photosNotStored = 'This device had no space to keep your photos. Leave this page open until we finish.';
export const waitingForNetwork = "You're offline. We'll continue when you're back online.";
export const waitingForServer = "We'll continue in a moment.";
export const waitingUntil = (time: string) => `You sent many photos. We'll continue at ${time}.`;
export const pause = 'Pause';
export const endHere = 'Stop here';
export const endTitle = 'Stop here?';
export const endWarning = (left: number) => `We leave out ${ads(left)}. The ads we already posted stay.`;
export const pausedTitle = 'Your ads are waiting';
export const elsewhereTitle = 'Another tab is posting your ads';
export const elsewhereHint = 'Continue in that tab, or close it and continue here.';
export const failedTitle = 'Posting stopped';
export const photosGone = 'Choose the photos again to continue.';
export const leaveWarning = "We'll continue when you come back to this page.";

export const doneTitle = (count: number) => `You posted ${ads(count)}`;
export const noneTitle = 'We posted no ads';
export const doneBad = (count: number) =>
	plural(count, { one: "We couldn't post # row:", other: "We couldn't post # rows:" });
export const rowProblem = (line: number, title: string, problem: string) => `Row ${line}, ${title}: ${problem}`;
export const viewAds = 'View my ads';
export const postMore = 'Post more';
export const undo = 'Undo';
export const undoTitle = (count: number) => `Delete ${ads(count)}?`;
export const undoWarning = "We delete all ads of this import for everyone. You can't get them back.";
export const undoAction = (count: number) => `Delete ${ads(count)}`;
export const undoing = 'We are deleting the ads';

export const earlier = 'Your imports';
export const loading = 'Loading your imports';
export const loadFailed = "We couldn't load your imports";
export const noImports = 'You have no imports yet.';
export const importLine = (posted: number) => ads(posted);
export const importStates = {
	open: 'Not finished',
	finished: 'Posted',
	undoing: 'Deleting',
	undone: 'Undone',
};
export const stillThere = (count: number) => `${ads(count)} still there`;

/** Columns of the table, in the order of the template: the heading of each, and other headings that a table may have for it. */
export const tableColumns = {
	title: ['Title', 'Name', 'Product', 'Product name'],
	category: ['Category'],
	description: ['Description', 'Details'],
	price: ['Price', 'Price NGN', 'Price in naira', 'Amount'],
	negotiable: ['Negotiable'],
	condition: ['Condition'],
	delivery: ['Delivery'],
	state: ['State'],
	lga: ['Area', 'LGA', 'Local government area'],
	place: ['Place', 'Location', 'Address'],
	whatsapp: ['WhatsApp', 'WhatsApp number'],
	call_number: ['Call number', 'Phone', 'Phone number'],
	photos: ['Photos', 'Photo', 'Pictures', 'Picture', 'Images', 'Image'],
} as const;

/** Example ads of the template. */
export const templateRows = [
	{
		title: 'Red leather shoe, size 42',
		category: "Men's Shoes",
		description: 'Real leather. Worn twice. Comes with its box.',
		price: '25,000',
		negotiable: 'Yes',
		condition: 'Nigerian used',
		delivery: 'Pickup | Delivery nationwide',
		state: 'Lagos',
		lga: 'Ikeja',
		place: 'Allen Avenue',
		whatsapp: '0803 123 4567',
		call_number: '',
		photos: 'red-shoe.jpg | red-shoe-2.jpg',
	},
	{
		title: 'Standing fan, 18 inches',
		category: 'Furniture & Home Items',
		description: 'New in its box. One year warranty.',
		price: '38,500',
		negotiable: 'No',
		condition: 'New',
		delivery: 'Delivery within the state',
		state: 'Lagos',
		lga: 'Ikeja',
		place: '',
		whatsapp: '',
		call_number: '',
		photos: 'fan.jpg',
	},
];
