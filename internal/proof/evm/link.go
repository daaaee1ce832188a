package evm

import (
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// link fills every link with the library's address, which depends only on its name. It returns
// copies of the contracts, and the index of the contract at each library address.
func link(contracts []Contract) ([]Contract, map[common.Address]int, error) {
	contracts = slices.Clone(contracts)
	libraries := map[common.Address]int{}
	for i := range contracts {
		c := &contracts[i]
		if len(c.Links) == 0 {
			continue
		}
		c.Creation = slices.Clone(c.Creation)
		for _, l := range c.Links {
			n := slices.IndexFunc(contracts, func(k Contract) bool {
				return k.File == l.File && k.Name == l.Library &&
					len(k.Creation) > 0
			})
			if n < 0 {
				return nil, nil, fmt.Errorf("%s needs the library %s of %s, which is not among the contracts", c.Name, l.Library,
					l.File)
			}
			if l.Start < 0 || l.Start > len(c.Creation)-common.AddressLength {
				return nil, nil, fmt.Errorf("%s has a link outside its code", c.Name)
			}
			addr := common.BytesToAddress(crypto.Keccak256([]byte("library " + l.File + ":" + l.Library)))
			libraries[addr] = n
			copy(c.Creation[l.Start:], addr[:])
		}
	}
	return contracts, libraries, nil
}
