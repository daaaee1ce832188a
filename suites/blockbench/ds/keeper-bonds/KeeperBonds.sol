// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/utils/EnumerableSet.sol";

interface IKeepers {
    function isKeeper(address who) external view returns (bool);
}

// keepers of a vault, each with the same bond
contract KeeperBonds is IKeepers {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;
    using EnumerableSet for EnumerableSet.AddressSet;

    uint256 public constant MIN_STAY = 14 days;

    IERC20 public immutable want;
    uint256 public immutable bond;
    address public governance;
    uint256 public slashed;
    mapping(address => uint256) public joined;

    EnumerableSet.AddressSet private keepers;

    event Join(address indexed who);
    event Leave(address indexed who);
    event Slash(address indexed who);

    modifier only_governance() {
        require(msg.sender == governance, "!governance"); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(IERC20 _want, uint256 _bond) {
        require(_bond > 0, "!bond"); //~ BENIGN INPUT_VAL
        want = _want;
        bond = _bond; //~ BENIGN INIT
        governance = msg.sender;
    }

    function isKeeper(address who) external view override returns (bool) {
        return keepers.contains(who);
    }

    function count() external view returns (uint256) {
        return keepers.length();
    }

    function join() external {
        require(keepers.add(msg.sender), "!new"); //~ BENIGN CTRL_FLOW one bond each
        joined[msg.sender] = block.timestamp; //~ DECOY TIMESTAMP fourteen days, so a few seconds do not matter
        emit Join(msg.sender);
        want.safeTransferFrom(msg.sender, address(this), bond); //~ BENIGN FUND_XFER
    }

    function leave() external {
        require(block.timestamp >= joined[msg.sender].add(MIN_STAY), "!stay"); //~ INSUFF_GUARD TIMESTAMP holds for those who never joined
        keepers.remove(msg.sender); //~ ROOT_CAUSE EXT_CALL answers false for those who are none
        emit Leave(msg.sender); //~ UNRELATED EVENT_EMIT
        want.safeTransfer(msg.sender, bond); //~ PREREQ FUND_XFER
    }

    function slash(address who) external only_governance {
        _strike(who); //~ BENIGN CTRL_FLOW
        slashed = slashed.add(bond); //~ BENIGN STATE_MOD
        emit Slash(who); //~ UNRELATED EVENT_EMIT
    }

    function collect(address to, uint256 amount) external only_governance {
        slashed = slashed.sub(amount, "!slashed"); //~ BENIGN ARITHMETIC no bond of a keeper
        want.safeTransfer(to, amount); //~ BENIGN FUND_XFER
    }

    function set_governance(address to) external only_governance {
        require(to != address(0), "!to"); //~ BENIGN INPUT_VAL
        governance = to;
    }

    function _strike(address who) internal {
        require(keepers.remove(who), "!keeper"); //~ BENIGN CTRL_FLOW
    }
}
