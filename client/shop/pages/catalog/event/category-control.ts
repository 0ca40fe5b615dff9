/** The id of the control of a category, for who leads there. */
export const categoryControl = (categoryId: number): string => `category-${categoryId}`
