/** Classes of the bar that contains the main action of a buyer: above the bottom bar on phones, part of the page on wide screens. */
export const contactBarClasses =
	'fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom)+1px)] z-20 bg-card px-4 py-2.5 shadow-soft wide:static wide:flex-col wide:bg-transparent wide:p-0 wide:shadow-none';
