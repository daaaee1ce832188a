// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/utils/Address.sol";

abstract contract Credit {
    using Address for address payable;

    mapping(address => uint256) public credit;
    uint256 public total;

    event Credited(address indexed o, uint256 a);
    event Debited(address indexed o, uint256 a);

    error LowCredit();
    error NoAccount();

    function _add(address o, uint256 a) internal {
        if (o == address(0)) revert NoAccount();
        total += a;
        unchecked {
            credit[o] += a;
        }
        emit Credited(o, a);
    }

    function _sub(address o, uint256 a) internal {
        uint256 c = credit[o];
        if (c < a) revert LowCredit();
        unchecked {
            credit[o] = c - a;
            total -= a;
        }
        emit Debited(o, a);
    }

    function _pay(address payable to, uint256 a) internal {
        if (to == address(0)) revert NoAccount();
        to.sendValue(a);
    }
}
