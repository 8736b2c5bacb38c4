/** Badge of each state of a legal request. */
export const stateVariants = { open: 'marigold', done: 'leaf', refused: 'danger' } as const;
