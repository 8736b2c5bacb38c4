// What the bar above the page says of the network and of what waits for it.
export const offline = 'No network. What you have opened still works, and what you do is sent later.';
export const offlineAsOf = (age: string) => `No network. You see this as it was ${age}, and what you do is sent later.`;
export const noResponseAsOf = (age: string) => `No answer came. You see this as it was ${age}.`;
export const waiting = (count: number) => `${count} ${count === 1 ? 'thing waits' : 'things wait'} to be sent.`;
export const rejected = (count: number) => `${count} ${count === 1 ? 'thing was' : 'things were'} not sent.`;
export const seeList = 'See what';
export const allSent = 'Everything that waited has been sent';
