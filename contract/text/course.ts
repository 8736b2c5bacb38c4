// What a course's page and its card say.
export const back = 'Back to Courses';
export const about = 'About This Course';
export const modulesTitle = 'Course Modules';
export const details = 'Course Details';
export const duration = 'Duration';
export const modules = 'Modules';
export const notFoundHint = 'The link may have been cut short. Have a look at the courses we teach.';
export const progress = 'Your progress';
export const progressIn = (title: string) => `Your progress in ${title}`;
export const seeRequest = 'See your request';
export const standingFailed = 'Whether you learn here already could not be loaded.';
export const startHint = 'Ask for your place now. You pay once we have written to you how.';
export const start = 'Start Course';
export const currency = 'NGN';
export const shareDescription = (price: string, description: string) => `${currency} ${price} · ${description}`;
/** What is said of a request that waits. */
export const waiting = {
	requested: 'We have your request for this course.',
	awaiting_payment: 'Your place waits for your payment.',
	paid: 'Your payment is here: the course opens soon.',
};
