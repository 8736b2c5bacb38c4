// What every mail begins and ends with.

export const greeting = (name: string) => `Hello ${name},`;
export const greetingNameless = 'Hello,';
export const signature = (brand: string) => `The ${brand} team`;
/** Above the address of the button, for mail apps that don't open it. */
export const copyLink = 'Or copy this link:';
export const notYou = "If you didn't ask for this, ignore this email.";

export const testSubject = (brand: string) => `Test mail from ${brand}`;
export const test = 'Your mail server works. Your customers get our emails.';
