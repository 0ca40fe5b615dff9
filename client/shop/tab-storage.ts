type Drawer = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const untilReload = new Map<string, string>()

/** Stands in where the browser forbids the real one. */
const memory: Drawer = {
  getItem: key => untilReload.get(key) ?? null,
  setItem: (key, value) => void untilReload.set(key, value),
  removeItem: key => void untilReload.delete(key),
}

/**
 * What this tab remembers until it is closed; until the page is left where the browser forbids more, as it does inside
 * another site's page for those who block the cookies of others.
 */
export const tabStorage: Drawer = {
  getItem: key => drawer().getItem(key),
  setItem: (key, value) => drawer().setItem(key, value),
  removeItem: key => drawer().removeItem(key),
}

/** Even to name the storage throws where it is forbidden. */
function drawer(): Drawer {
  try {
    return sessionStorage
  } catch {
    return memory
  }
}
