/** Whether things may fly about: the device says so. */
export const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
