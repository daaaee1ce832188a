// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";

interface IFarm {
    // takes as much as it has room for
    function stake(uint256 _amount) external returns (uint256);

    function unstake(uint256 _amount) external;

    function claim(address _to) external returns (uint256);

    function staked(address _who) external view returns (uint256);
}

// Deposits earn for a good cause: one receipt per token, back at any time,
// and all rewards go to the grantee.
contract GrantVault is ERC20 {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    IERC20 public immutable token;
    IFarm public immutable farm;

    address public governance;
    address public grantee;
    bool public closed;

    event Earn(uint256 staked);
    event Harvest(address indexed to, uint256 rewards);

    constructor(IERC20 _token, IFarm _farm, address _grantee) ERC20("Grant receipt", "gREC") {
        require(address(_token) != address(0), "!token");
        token = _token;
        farm = _farm;
        grantee = _grantee;
        governance = msg.sender;
    }

    modifier onlyGovernance() {
        require(msg.sender == governance, "!governance"); //~ BENIGN ACCESS_CTRL
        _;
    }

    function setGovernance(address _governance) external onlyGovernance {
        governance = _governance;
    }

    function setGrantee(address _grantee) external onlyGovernance {
        require(_grantee != address(0), "!grantee");
        grantee = _grantee;
    }

    // no new deposits, those that are here can go
    function setClosed(bool _closed) external onlyGovernance {
        closed = _closed;
    }

    function idle() public view returns (uint256) {
        return token.balanceOf(address(this));
    }

    function deposit(uint256 _amount) external {
        require(!closed, "!open");
        require(_amount > 0, "!amount"); //~ BENIGN INPUT_VAL
        token.safeTransferFrom(msg.sender, address(this), _amount); //~ BENIGN EXT_CALL
        _mint(msg.sender, _amount);
        earn(); //~ BENIGN CTRL_FLOW
    }

    function withdraw(uint256 _amount) external {
        _burn(msg.sender, _amount); //~ BENIGN STATE_MOD
        uint256 here = idle();
        if (here < _amount) farm.unstake(_amount.sub(here)); //~ BENIGN ARITHMETIC
        token.safeTransfer(msg.sender, _amount);
    }

    function earn() public {
        uint256 here = idle();
        if (here == 0) return;
        token.approve(address(farm), here); //~ BENIGN EXT_CALL
        uint256 staked = farm.stake(here); //~ BENIGN EXT_CALL
        emit Earn(staked); //~ UNRELATED EVENT_EMIT
    }

    function harvest() external {
        uint256 rewards = farm.claim(grantee); //~ BENIGN FUND_XFER
        emit Harvest(grantee, rewards);
    }

    // what was sent here by mistake
    function sweep(IERC20 _other, uint256 _amount) external onlyGovernance {
        require(_other != token, "!token"); //~ BENIGN INPUT_VAL
        _other.safeTransfer(governance, _amount);
    }
}
