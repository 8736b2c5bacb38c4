// What the page says that opens without a network.
export const keptTitle = 'Opens without a network';
export const keptEmpty =
	'Nothing yet. The market, what you have saved and the lessons you have opened stay on this device once you have seen them.';
export const title = 'Without a network';
export const lead =
	'What you do is kept on this device and sent later. What was shown last stays, and says how old it is.';
export const keptAt = (age: string) => `as it was ${age}`;
export const keptWith = (contents: string, age: string) => `${contents}, as it was ${age}`;
export const items = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`;
export const lessonCount = (count: number) => `${count} ${count === 1 ? 'lesson' : 'lessons'}`;
