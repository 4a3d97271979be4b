/** No neighbour asks anything of this module: browsers read its endpoints. */
export {}
